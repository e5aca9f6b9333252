// Package truth holds what Temporal does of the programs: golden files, and the
// test that writes and compares them.
package truth
