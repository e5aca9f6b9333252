// Package methods names what clients may ask for.
package methods

const Call = "tools/call" // no server yet
