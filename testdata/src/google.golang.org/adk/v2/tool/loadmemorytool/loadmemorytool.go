// Package loadmemorytool stands for the package of the same name of the Agent
// Development Kit.
package loadmemorytool

import "google.golang.org/adk/v2/tool"

// New returns the tool.
func New() tool.Tool { panic("stub") }
