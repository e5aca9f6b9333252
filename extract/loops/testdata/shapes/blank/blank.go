// Package blank is of no command: what it imports is read a second time, without the tools.
package blank

import "shapes/blank/desk"

// Open makes a desk without tools.
func Open() *desk.Desk { return desk.New() }
