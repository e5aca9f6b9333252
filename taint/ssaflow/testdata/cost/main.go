// Cost is a vet tool that builds the SSA form of every package, dependencies included. If
// its name begins with "flow", it summarises their functions, if with "own" those of the
// main module, as the analyzers do: what ssaflow costs is the difference. COST_PROFILE names a directory for a profile of each process.
package main

import (
	"log"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"runtime/pprof"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/agentvet/agentvet/taint/ssaflow"
)

// none is a fact that no package has: the go command runs tools with facts on
// dependencies too.
type none struct{}

func (*none) AFact() {}

func main() {
	debug.SetGCPercent(1600) // as agentvet does: most processes end before that
	work := buildssa.Analyzer
	switch name, _, _ := strings.Cut(filepath.Base(os.Args[0]), "-"); name {
	case "flow":
		work = ssaflow.New(ssaflow.Config{})
	case "own":
		work = ssaflow.New(ssaflow.Config{Skip: func(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }})
	}
	profile := profiled()
	unitchecker.Main(&analysis.Analyzer{
		Name: "cost", Doc: "build SSA, or summaries",
		Requires:   []*analysis.Analyzer{work},
		FactTypes:  []analysis.Fact{new(none)},
		ResultType: reflect.TypeFor[*none](),
		Run: func(*analysis.Pass) (any, error) {
			profile()
			return new(none), nil
		},
	})
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
