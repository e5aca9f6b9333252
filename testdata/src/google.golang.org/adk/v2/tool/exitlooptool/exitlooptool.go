// Package exitlooptool stands for the package of the same name of the Agent
// Development Kit.
package exitlooptool

import "google.golang.org/adk/v2/tool"

// New returns the tool.
func New() (tool.Tool, error) { panic("stub") }
