// Package drawn has a toolbar, and nothing that a model could call.
package drawn

import "example.org/helpers"

type bar struct{}

func (bar) Title() string  { return "bar" }
func (bar) Draw(width int) {}

// Bars are what is drawn.
func Bars() []helpers.Toolbar { return []helpers.Toolbar{bar{}, helpers.NewToolbar("bar")} }
