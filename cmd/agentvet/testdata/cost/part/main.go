// Part is a vet tool that does a part of what agentvet does to each package, so that the
// costs of the parts can be compared. Its name, up to a hyphen, says which:
//
//	ssa      build the SSA form
//	ssalate  the same, with garbage collected as late as agentvet does
//	extract  recover workflows, agents and tools
//	own      summarise the data flow of the functions of the main module
//	flow     summarise those of all packages
//
// All but ssa collect garbage late. COST_PROFILE names a directory for a profile of each
// process.
package main

import (
	"log"
	"os"
	"path/filepath"
	"reflect"
	"runtime/pprof"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/heap"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// none is a fact that no package has: the go command runs tools with facts on
// dependencies too.
type none struct{}

func (*none) AFact() {}

func main() {
	name, _, _ := strings.Cut(filepath.Base(os.Args[0]), "-")
	if name != "ssa" {
		heap.CollectLate()
	}
	profile := profiled()
	unitchecker.Main(&analysis.Analyzer{
		Name: "part", Doc: "do a part of what agentvet does",
		Requires:   []*analysis.Analyzer{part(name)},
		FactTypes:  []analysis.Fact{new(none)},
		ResultType: reflect.TypeFor[*none](),
		Run: func(*analysis.Pass) (any, error) {
			profile()
			return new(none), nil
		},
	})
}

func part(name string) *analysis.Analyzer {
	switch name {
	case "extract":
		return workflow.Analyzer
	case "own":
		return ssaflow.New(ssaflow.Config{Skip: func(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }})
	case "flow":
		return ssaflow.New(ssaflow.Config{})
	}
	return buildssa.Analyzer
}

// profiled starts a profile if one is wanted and returns what ends it.
func profiled() (stop func()) {
	dir := os.Getenv("COST_PROFILE")
	if dir == "" || !strings.HasSuffix(os.Args[len(os.Args)-1], ".cfg") {
		return func() {}
	}
	f, err := os.CreateTemp(dir, "cpu")
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		log.Fatal(err)
	}
	return pprof.StopCPUProfile
}
