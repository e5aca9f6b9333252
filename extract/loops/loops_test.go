package loops_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestShapes finds the agents in programs of one shape each, some of which only look like
// one. Each is a directory, with what it shares with others in package model.
func TestShapes(t *testing.T) {
	byShape := make(map[string][]*valueflow.Graph)
	var shared []*valueflow.Graph
	for _, g := range scan(t, filepath.Join("testdata", "shapes")) {
		_, path, _ := strings.Cut(g.Package, "/")
		shape, _, _ := strings.Cut(path, "/")
		if shape == "model" {
			shared = append(shared, g)
			continue
		}
		byShape[shape] = append(byShape[shape], g)
	}
	for shape, graphs := range byShape {
		t.Run(shape, func(t *testing.T) {
			got := text(loops.Find(slices.Concat(shared, graphs)))
			reversed := slices.Concat(graphs, shared)
			slices.Reverse(reversed)
			if again := text(loops.Find(reversed)); again != got {
				t.Errorf("in another order of packages:\n%s\nwant\n%s", again, got)
			}
			golden.Compare(t, filepath.Join("testdata", "shapes", shape, "want.txt"), got)
		})
	}
}

// TestCarries: of the programs of shape carried, those whose names begin with "only" carry calls,
// and the others may run them in ways that are not followed.
func TestCarries(t *testing.T) {
	programs := make(map[string][]*valueflow.Graph)
	var shared []*valueflow.Graph
	for _, g := range scan(t, filepath.Join("testdata", "shapes")) {
		switch {
		case g.Package == "shapes/model":
			shared = append(shared, g)
		case strings.HasPrefix(g.Package, "shapes/carried/"):
			programs[g.Package] = append(programs[g.Package], g)
		case strings.HasPrefix(g.Package, "shapes/unlinked/"):
			programs["shapes/unlinked"] = append(programs["shapes/unlinked"], g)
			if !g.Main {
				programs["shapes/carried/only the vendor of unlinked"] = append(programs["shapes/carried/only the vendor of unlinked"], g)
			}
		}
	}
	for name, graphs := range programs {
		want := strings.HasPrefix(name, "shapes/carried/only")
		if _, _, carries := loops.Find(append(slices.Clip(shared), graphs...)); carries != want {
			t.Errorf("%s: only carries calls: %t", name, carries)
		}
		unread := &valueflow.Graph{Package: "shapes/unread", Failed: true}
		if _, _, carries := loops.Find(append(slices.Clip(shared), append(graphs, unread)...)); carries {
			t.Errorf("%s: only carries calls, and a package was not read", name)
		}
	}
	if len(programs) < 3 {
		t.Error("no programs")
	}
}

// text prints agents as programs are printed.
func text(found []loops.Agent, unread []loops.Unread, carries bool) string {
	p := new(graph.Program)
	var handlers strings.Builder
	for _, a := range found {
		p.Agents = append(p.Agents, a.Agent)
		for _, t := range a.Agent.Tools {
			fmt.Fprintf(&handlers, "%s of %s runs %s%s\n", cmp.Or(t.Name, "?"), a.Agent.Name, t.Handler, said(t))
		}
	}
	for _, u := range unread {
		fmt.Fprintf(&handlers, "unread: %s chooses at %s\n", u.Part, filepath.Base(u.Pos.String()))
	}
	if carries {
		handlers.WriteString("calls are only carried\n")
	}
	return extracttest.Text(p) + handlers.String()
}

// said prints what a program says of a tool.
func said(t *graph.Tool) string {
	var b strings.Builder
	if t.Description != "" {
		fmt.Fprintf(&b, " %q", t.Description)
	}
	if t.Args != "" {
		b.WriteString(" " + t.Args)
	}
	for _, p := range t.Params {
		fmt.Fprintf(&b, " %s:%s", p.Path, p.Type)
	}
	if t.Hints.ReadOnly == graph.HintTrue {
		b.WriteString(" read-only")
	}
	if t.Beside {
		b.WriteString(" beside another one")
	}
	if g := t.Gate; g.Slip.Way != graph.SlipNone {
		fmt.Fprintf(&b, "; asks at line %d, and goes on: %s, at line %d", g.Pos.Line, g.Slip.Way, g.Slip.Pos.Line)
		if g.Slip.Words != "" {
			b.WriteString(" " + g.Slip.Words)
		}
	}
	if t.Unknown.Given() {
		fmt.Fprintf(&b, "; %s", t.Unknown)
	}
	return b.String()
}

// scan scans the packages below a directory. Each goes through its form for other processes.
func scan(t *testing.T, dir string) (out []*valueflow.Graph) {
	t.Helper()
	pkgs := passtest.Load(t, dir, nil, "./...")
	prog, built := ssautil.Packages(pkgs, 0)
	prog.Build()
	own := make(map[string]bool)
	for _, p := range pkgs {
		own[p.PkgPath] = true
	}
	for i, p := range pkgs {
		g := valueflow.Scan(&valueflow.Input{
			Fset: p.Fset, Pkg: built[i], Funcs: functions(built[i], prog), Table: library.All(),
			Parts: protocol.Of(p.Types, p.TypesInfo, p.Syntax), Own: func(path string) bool { return own[path] },
		})
		data, err := g.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if g, err = valueflow.Decode(data); err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

// functions returns the functions of a package that have code, in the order of the code.
func functions(pkg *ssa.Package, prog *ssa.Program) (out []*ssa.Function) {
	for fn := range ssautil.AllFunctions(prog) {
		if fn.Pkg == pkg && fn.Blocks != nil && (fn.Synthetic == "" || fn.Parent() != nil) {
			out = append(out, fn)
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
	return out
}
