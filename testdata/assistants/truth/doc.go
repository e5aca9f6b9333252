// Package truth holds what the frameworks say of the programs: golden files, and the
// test that writes and compares them.
package truth
