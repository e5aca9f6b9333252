// Package loadartifactstool stands for the package of the same name of the Agent
// Development Kit.
package loadartifactstool

import "google.golang.org/adk/tool"

// New returns the tool.
func New() tool.Tool { panic("stub") }
