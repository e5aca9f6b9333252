package toolrunner

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
)

var table = library.Of("toolrunner")

// Framework returns what agentvet knows of the tool runner: its rows say all of it.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "toolrunner", Table: table, Assemble: assembly.Assistants}
}
