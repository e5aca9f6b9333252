// Package nogo is agentvet as an analyzer of nogo, the checker of Bazel's rules for Go. docs/bazel.md
// says how a build names it.
//
// Nogo hands over less than other drivers do. It says nothing of the module of a package, reads no
// files for analyzers, and does not analyse the standard library. This package adds what is
// missing: it runs copies of the analyzers, which see a completed analysis.Pass. The module is
// told by names: a package with the path example.com/desk/tools whose files are in tools belongs to
// the module example.com/desk, and files below external/ belong to other modules.
//
// Bazel runs nogo where only declared files are, so no policy file is looked for: New takes its text,
// which the program that Bazel builds has in it.
package nogo

import (
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/suite"
)

// Analyzer is agentvet with the built-in policy.
var Analyzer = newAnalyzer(suite.Options{})

// New returns agentvet with the text of a policy file. It panics if the file has a mistake, or names
// an inventory, which it cannot read: the program that Bazel builds for it then fails.
func New(text []byte) *analysis.Analyzer {
	p, err := policy.Load(policy.FileName, text, policy.Options{})
	if err == nil {
		_, err = p.Inventory()
	}
	if err != nil {
		panic("agentvet: " + err.Error())
	}
	var o suite.Options
	o.Verify.Policy = p
	return newAnalyzer(o)
}

func newAnalyzer(o suite.Options) *analysis.Analyzer {
	c := &completer{copies: make(map[*analysis.Analyzer]*analysis.Analyzer)}
	return c.complete(suite.Single(o, diagnose.Compact))
}

// A completer makes copies of analyzers.
type completer struct {
	copies map[*analysis.Analyzer]*analysis.Analyzer
}

// complete returns a copy of a that requires copies, and runs as a does in a driver that hands over all.
func (c *completer) complete(a *analysis.Analyzer) *analysis.Analyzer {
	if done := c.copies[a]; done != nil {
		return done
	}
	out := *a
	c.copies[a] = &out
	out.Requires = nil
	for _, required := range a.Requires {
		out.Requires = append(out.Requires, c.complete(required))
	}
	out.Run = func(pass *analysis.Pass) (any, error) {
		own := *pass
		own.Analyzer = a
		own.ResultOf = make(map[*analysis.Analyzer]any)
		for _, required := range a.Requires {
			own.ResultOf[required] = pass.ResultOf[c.copies[required]]
		}
		if own.ReadFile == nil {
			own.ReadFile = os.ReadFile
		}
		if own.Module == nil {
			own.Module = moduleOf(pass)
		}
		if a == ctrlflow.Analyzer {
			own.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
				return pass.ImportObjectFact(obj, fact) || endsProgram(obj)
			}
		}
		return a.Run(&own)
	}
	return &out
}

// moduleOf returns the module of a package as its path and the directory of its files tell it.
func moduleOf(pass *analysis.Pass) *analysis.Module {
	if len(pass.Files) == 0 {
		return nil
	}
	return moduleAt(pass.Pkg.Path(), diagnose.Dir(pass))
}

// moduleAt is moduleOf for a package in a directory. Files that a build has made stand below
// bazel-out/CONFIGURATION/bin.
func moduleAt(pkg, dir string) *analysis.Module {
	dir = filepath.ToSlash(dir)
	if parts := strings.SplitN(dir, "/", 4); len(parts) >= 3 && parts[0] == "bazel-out" && parts[2] == "bin" {
		dir = strings.Join(append(parts[3:], "."), "/")
		dir = path.Clean(dir)
	}
	if dir == "external" || strings.HasPrefix(dir, "external/") {
		return &analysis.Module{Path: pkg, Version: "external"}
	}
	return &analysis.Module{Path: strings.TrimSuffix(pkg, "/"+dir)}
}

// ends are the functions and methods of the standard library that do not return: where it is analysed,
// facts say so.
var ends = map[string][]string{
	"os":      {"Exit"},
	"syscall": {"Exit"},
	"runtime": {"Goexit"},
	"log":     {"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"},
	"testing": {"FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"},
}

func endsProgram(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	for _, name := range ends[obj.Pkg().Path()] {
		if obj.Name() == name {
			return true
		}
	}
	return false
}
