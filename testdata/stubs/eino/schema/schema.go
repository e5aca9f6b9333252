// Package schema declares the part of Eino's package of this name that the
// command-line scripts use.
package schema

type Message struct{ Content string }

type ToolInfo struct{ Name, Desc string }
