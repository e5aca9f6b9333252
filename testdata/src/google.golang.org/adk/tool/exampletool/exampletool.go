// Package exampletool stands for the package of the same name of the Agent
// Development Kit.
package exampletool

import "google.golang.org/adk/tool"

// ExampleToolConfig holds the examples.
type ExampleToolConfig struct{ Examples []string }

// New returns the tool.
func New(config ExampleToolConfig) (tool.Tool, error) { panic("stub") }
