// Package loggingplugin stands for the package of the same name of the Agent Development Kit.
package loggingplugin

import "google.golang.org/adk/v2/plugin"

// New returns a plugin that logs.
func New(name string) (*plugin.Plugin, error) { panic("stub") }
