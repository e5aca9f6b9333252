// Package truth holds what the SDK says of the programs: golden files, and the
// test that writes and compares them.
package truth
