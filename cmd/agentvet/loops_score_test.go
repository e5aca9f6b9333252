//go:build truth

package main

// This file counts what is right, what is missed and what is wrong.

import (
	"bufio"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// server is the kind of agent that asks no model. It is not scored.
const server = "server"

// A loopScore is what agentvet gets right of one program, of how many.
type loopScore struct {
	loops, bounds, tools, handlers, gates share

	silent int // loops that are missed, with no unknown in a file that they stand in
	wrong  int // agents that are none, limits and gates that do not exist, names that nobody offers
}

type share struct{ got, of int }

func (s share) String() string { return fmt.Sprintf("%d/%d", s.got, s.of) }

func (s *share) add(right bool) {
	s.of++
	if right {
		s.got++
	}
}

func (s loopScore) String() string {
	return fmt.Sprintf("loops %v bounds %v tools %v handlers %v gates %v silent %d wrong %d",
		s.loops, s.bounds, s.tools, s.handlers, s.gates, s.silent, s.wrong)
}

// compare runs agentvet in dir and scores what it says.
func (p *loopProgram) compare(t *testing.T, dir string) loopScore {
	read, unknowns := p.read(t, dir)
	return p.score(newSources(t, dir), read, unknowns)
}

func (p *loopProgram) score(src *sources, read *readProgram, unknowns []string) (s loopScore) {
	p.scoreLoops(&s, src, read, unknowns)
	p.scoreTools(&s, src, read)
	return s
}

// scoreLoops: an agent is a loop's if it stands in a function that the table names
// for the loop.
func (p *loopProgram) scoreLoops(s *loopScore, src *sources, read *readProgram, unknowns []string) {
	real := make([]bool, len(read.Agents))
	for _, loop := range p.Loops {
		found, bound := false, false
		for i, a := range read.Agents {
			if !src.anyFunc(loop.At, a.Position) {
				continue
			}
			found, real[i] = true, true
			switch n, limited := limitOf(a.Bound); {
			case n == loop.Bound:
				bound = true
			case limited && loop.Bound == 0:
				s.wrong++
				fallthrough
			default:
				src.t.Logf("%s: limit %v, not %d", a.Position, a.Bound, loop.Bound)
			}
		}
		if loop.Optional && !found {
			continue
		}
		s.loops.add(found)
		s.bounds.add(bound)
		if !found {
			src.t.Logf("missed: the loop at %s", loop.At[0])
			if !sameFile(loop.At, unknowns) {
				s.silent++
			}
		}
	}
	for i, a := range read.Agents {
		if !real[i] && a.Kind != server {
			s.wrong++
			src.t.Logf("no agent: %s at %s", a.Name, a.Position)
		}
	}
}

// limitOf returns what the JSON form says of a limit: 0 for none, -1 if it does not say.
func limitOf(bound any) (n int, limited bool) {
	switch b := bound.(type) {
	case float64:
		return int(b), true
	case string:
		if b == "unlimited" {
			return 0, false
		}
		return -1, true
	case map[string]any: // which holds unless somebody sets another
		n, _ := b["at_most"].(float64)
		return int(cmp.Or(n, -1)), true
	}
	return -1, false
}

func sameFile(at, places []string) bool {
	return slices.ContainsFunc(at, func(a string) bool {
		return slices.ContainsFunc(places, func(p string) bool { return fileOf(a) == fileOf(p) })
	})
}

func fileOf(position string) string {
	file, _, _ := strings.Cut(position, ":")
	return filepath.ToSlash(file)
}

func (p *loopProgram) scoreTools(s *loopScore, src *sources, read *readProgram) {
	known := make(map[string]bool)
	for _, want := range p.Tools {
		known[want.Name] = true
		found, handled, gate, handlers := false, false, "", []string(nil)
		for _, tool := range read.Tools {
			if tool.Name == want.Name {
				found = true
				handlers = append(handlers, tool.Handler)
				handled = handled || src.isFunc(want.Handlers, tool.Handler)
				if tool.Gate != nil {
					gate = cmp.Or(gate, tool.Gate.Kind)
				}
			}
		}
		s.tools.add(found)
		s.handlers.add(handled)
		s.scoreGate(src, want.Name, gate, want.Gate != "", want.Sometimes != "")
		switch {
		case !found:
			src.t.Logf("missed: the tool %s", want.Name)
		case !handled:
			src.t.Logf("%s: handlers %q, not at %s", want.Name, handlers, want.Handlers)
		}
	}
	for _, a := range read.Agents {
		for _, name := range a.Tools {
			known[name] = known[name] || a.Kind == server
		}
	}
	for _, tool := range read.Tools {
		if tool.Name != "" && !known[tool.Name] {
			known[tool.Name] = true // said once
			s.wrong++
			src.t.Logf("nobody offers %s at %s", tool.Name, tool.Position)
		}
	}
}

// scoreGate: a question before every call, and one that is left out at times, are told apart.
// That a gate holds always which does not is wrong. One that is ignored is none.
func (s *loopScore) scoreGate(src *sources, tool, gate string, always, sometimes bool) {
	if gate == graph.GateIgnored.String() {
		gate = ""
	}
	holds := gate != "" && gate != graph.GateConditional.String()
	switch {
	case always || sometimes:
		if s.gates.add(holds && always || gate != "" && !holds && sometimes); holds && !always {
			s.wrong++
		}
		src.t.Logf("%s: gate %q, always %v", tool, gate, always)
	case gate != "":
		s.wrong++
		src.t.Logf("nobody is asked before %s, but gate %q", tool, gate)
	}
}

// sources knows which function a line of a program stands in.
type sources struct {
	t      *testing.T
	dir    string
	module string
	files  map[string][]declared
}

// A declared function has a name as package funcid gives it.
type declared struct {
	id       string
	from, to int
}

func newSources(t *testing.T, dir string) *sources {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return &sources{t, dir, strings.Trim(strings.TrimSpace(name), `"`), make(map[string][]declared)}
		}
	}
	t.Fatalf("%s: go.mod names no module", dir)
	return nil
}

// function returns the function at FILE:LINE, "" where none is.
func (s *sources) function(position string) string {
	part := strings.Split(filepath.ToSlash(position), ":")
	if len(part) < 2 || !strings.HasSuffix(part[0], ".go") {
		return ""
	}
	line, err := strconv.Atoi(part[1])
	if err != nil {
		return ""
	}
	for _, f := range s.parse(part[0]) {
		if f.from <= line && line <= f.to {
			return f.id
		}
	}
	return ""
}

func (s *sources) parse(file string) []declared {
	if list, ok := s.files[file]; ok {
		return list
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, filepath.Join(s.dir, file), nil, parser.SkipObjectResolution)
	if err != nil {
		s.files[file] = nil // a position outside of the program
		return nil
	}
	pkg := s.module
	if dir := filepath.ToSlash(filepath.Dir(file)); dir != "." {
		pkg += "/" + dir
	}
	var list []declared
	for _, d := range tree.Decls {
		id := pkg + ".init" // what a variable is set to is code of init
		if f, ok := d.(*ast.FuncDecl); ok {
			id = funcName(pkg, f)
		}
		list = append(list, declared{id, fset.Position(d.Pos()).Line, fset.Position(d.End()).Line})
	}
	s.files[file] = list
	return list
}

func funcName(pkg string, f *ast.FuncDecl) string {
	if f.Recv == nil {
		return pkg + "." + f.Name.Name
	}
	receiver, star := f.Recv.List[0].Type, ""
	if p, ok := receiver.(*ast.StarExpr); ok {
		receiver, star = p.X, "*"
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	name, _ := receiver.(*ast.Ident)
	return fmt.Sprintf("(%s%s.%s).%s", star, pkg, name, f.Name.Name)
}

// anyFunc reports whether position is in the function of one of the lines.
func (s *sources) anyFunc(lines []string, position string) bool {
	f := s.function(position)
	return f != "" && slices.ContainsFunc(lines, func(line string) bool { return s.function(line) == f })
}

// isFunc reports whether a function is that of one of the lines, or a literal in it.
func (s *sources) isFunc(lines []string, id string) bool {
	id, _, _ = strings.Cut(id, "$")
	if before, rest, ok := strings.Cut(id, "["); ok { // the parameters of a generic receiver
		_, after, _ := strings.Cut(rest, "]")
		id = before + after
	}
	return id != "" && slices.ContainsFunc(lines, func(line string) bool { return s.function(line) == id })
}

// readLoopScores reads the rows of loops.txt: PROGRAM: SCORE.
func readLoopScores(t *testing.T) map[string]loopScore {
	file, err := os.Open(loopsFloor)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scores := make(map[string]loopScore)
	for in := bufio.NewScanner(file); in.Scan(); {
		name, text, ok := strings.Cut(in.Text(), ": ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		var s loopScore
		_, err := fmt.Sscanf(text, "loops %d/%d bounds %d/%d tools %d/%d handlers %d/%d gates %d/%d silent %d wrong %d",
			&s.loops.got, &s.loops.of, &s.bounds.got, &s.bounds.of, &s.tools.got, &s.tools.of,
			&s.handlers.got, &s.handlers.of, &s.gates.got, &s.gates.of, &s.silent, &s.wrong)
		if err != nil {
			t.Fatalf("%s: %q: %v", loopsFloor, in.Text(), err)
		}
		scores[name] = s
	}
	return scores
}

// writeLoopScores keeps the rows of the programs that could not be measured.
func writeLoopScores(t *testing.T, floor, got map[string]loopScore) {
	for _, p := range loopPrograms(t) {
		if s, ok := got[p.Program]; ok && p.Half == "development" {
			floor[p.Program] = s
		}
	}
	var b strings.Builder
	b.WriteString("# What agentvet reads of the programs of testdata/loops: right, of how many. Rewritten by\n" +
		"# go test -tags truth -run TestLoops ./cmd/agentvet -update, which must not make it worse.\n")
	for _, name := range slices.Sorted(maps.Keys(floor)) {
		fmt.Fprintf(&b, "%s: %s\n", name, floor[name])
	}
	if err := os.WriteFile(loopsFloor, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// loopTable sums up what was measured.
func loopTable(got map[string]loopScore) string {
	var b strings.Builder
	var sum loopScore
	for _, name := range slices.Sorted(maps.Keys(got)) {
		s := got[name]
		fmt.Fprintf(&b, "%-40s %s\n", name, s)
		for _, part := range []struct{ to, from *share }{
			{&sum.loops, &s.loops}, {&sum.bounds, &s.bounds}, {&sum.tools, &s.tools}, {&sum.handlers, &s.handlers}, {&sum.gates, &s.gates},
		} {
			part.to.got += part.from.got
			part.to.of += part.from.of
		}
		sum.silent += s.silent
		sum.wrong += s.wrong
	}
	fmt.Fprintf(&b, "%-40s %s\n", fmt.Sprintf("%d programs", len(got)), sum)
	return b.String()
}
