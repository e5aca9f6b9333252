package toolrunner

import (
	_ "embed"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
)

//go:embed rows.txt
var rows string

var table = library.NewTable("toolrunner/rows.txt", rows)

// Framework returns what agentvet knows of the tool runner: its rows say all of it.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "toolrunner", Table: table, Assemble: assembly.Assistants}
}
