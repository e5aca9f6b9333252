// Package views compares what adapters show of the bundled agents, when these are built, with what the frameworks say of
// them: the golden files of the truth directories. Static analysis is held to the same files.
//
//	go test ./...
package views
