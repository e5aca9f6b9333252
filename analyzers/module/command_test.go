package module_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestCommands compares what is said of commands, whose packages a driver shows one by one,
// with the comments in testdata: of one whose loop, vendor and tools stand in different
// packages, of directives, and of what may be an agent and was not read.
func TestCommands(t *testing.T) {
	a := module.Commands(new(verify.Options), suite.New(suite.Options{}))
	if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
		t.Fatal(err)
	}
	passtest.Run(t, a, "testdata", "./apart", "./ignored", "./relay", "./explained", "./library")
}
