//go:build conformance

package ssaflow

// This file reads what the programs of ar-go-tools call sources and sinks, from the
// configuration beside each of them and from directives, as rows of a table.

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/taint"
)

// argotConfig is the part of a configuration that our vocabulary has words for.
type argotConfig struct {
	Problems []argotProblem `yaml:"taint-tracking-problems"`
}

type argotProblem struct {
	Tag        string
	Sources    []argotID
	Sinks      []argotID
	Sanitizers []argotID
	Validators []argotID
}

// An argotID names functions or fields; each part is a regular expression.
type argotID struct {
	Package    string
	Method     string
	Interface  string
	Field      string
	Type       string
	Kind       string
	ValueMatch string `yaml:"value-match"`
}

// argotTables returns a table for each problem of the program in dir, whose types l
// has loaded: root is its import path.
func argotTables(t *testing.T, l *loader, dir, root string) (tables []*taint.Table) {
	t.Helper()
	var c argotConfig
	for _, file := range []string{"config.yaml", "config.json"} { // JSON is YAML
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			continue
		}
		if err := yaml.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
	}
	names, directives := declaredNames(l, root), directives(l, root)
	for tag := range directives {
		if tag != everyTag && !slices.ContainsFunc(c.Problems, func(p argotProblem) bool { return p.Tag == tag }) {
			c.Problems = append(c.Problems, argotProblem{Tag: tag})
		}
	}
	for _, p := range c.Problems {
		w := rowWriter{names: names, rows: slices.Concat(directives[p.Tag], directives[everyTag])}
		w.problem(p)
		slices.Sort(w.rows)
		tables = append(tables, testTable(t, strings.Join(slices.Compact(w.rows), "\n")))
	}
	return tables
}

// A name is something that a row may speak of.
type name struct {
	pkg   string // its path
	as    string // what the suite calls the package
	typ   string // of a method or a field
	name  string
	field bool
	// answer is what a function with a last result of bool or error says for yes.
	answer   string
	abstract bool // a method of an interface
}

func (n name) key() string {
	if n.typ == "" {
		return n.name
	}
	return n.typ + "." + n.name
}

// declaredNames lists the functions, methods and fields of all packages that were
// loaded, and of the library packages that the suite names.
func declaredNames(l *loader, root string) (out []name) {
	pkgs := make(map[string]*types.Package)
	for path, p := range l.pkgs {
		pkgs[path] = p
	}
	for _, path := range []string{"fmt", "os/exec"} {
		if p, err := l.Import(path); err == nil {
			pkgs[path] = p
		}
	}
	for _, path := range sortedKeys(pkgs) {
		scope := pkgs[path].Scope()
		for _, each := range scope.Names() {
			switch obj := scope.Lookup(each).(type) {
			case *types.Func:
				out = append(out, name{pkg: path, name: each, answer: answer(obj)})
			case *types.TypeName:
				out = append(out, members(path, obj)...)
			}
		}
	}
	for n := range out {
		if out[n].as = out[n].pkg; out[n].pkg == root {
			out[n].as = "main"
		}
	}
	return out
}

func members(path string, obj *types.TypeName) (out []name) {
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return nil
	}
	for m := range named.Methods() {
		out = append(out, name{pkg: path, typ: obj.Name(), name: m.Name(), answer: answer(m)})
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			out = append(out, name{pkg: path, typ: obj.Name(), name: f.Name(), field: true})
		}
	case *types.Interface:
		for m := range u.Methods() {
			out = append(out, name{pkg: path, typ: obj.Name(), name: m.Name(), answer: answer(m), abstract: true})
		}
	}
	return out
}

func answer(fn *types.Func) string {
	results := fn.Signature().Results()
	if results.Len() > 0 && isError(results.At(results.Len()-1).Type()) {
		return "nil"
	}
	return "true"
}

// rowWriter collects rows: "package PATH\nVERB NAME WHAT PLACE".
type rowWriter struct {
	names []name
	rows  []string
}

func (w *rowWriter) problem(p argotProblem) {
	for _, id := range p.Sources {
		w.matching(id, "source", "data", "result")
	}
	for _, id := range p.Sinks {
		where := ""
		if id.ValueMatch != "" {
			where = " where=0:" + strings.ReplaceAll(id.ValueMatch, ".*", "*")
		}
		w.matching(id, "sink", "test", "each"+where)
	}
	for _, id := range p.Sanitizers {
		w.matching(id, "sanitizer", "*", "each->result")
	}
	for _, id := range p.Validators {
		w.matching(id, "validator", "*", "0")
	}
}

// matching adds a row for each name that id matches.
func (w *rowWriter) matching(id argotID, verb, what, place string) {
	if id.Kind == "channel receive" {
		return // no row can say so
	}
	pkg, methods := regexp.MustCompile(id.Package), w.methods(id)
	for _, n := range w.names {
		if !pkg.MatchString(n.as) || n.field != (id.Field != "") || !id.matches(n, methods) {
			continue
		}
		at := place
		switch {
		case n.field:
			at = "field"
		case verb == "sink" && n.typ != "":
			at = "recv," + at
		case verb == "validator":
			at += " " + n.answer
		}
		w.rows = append(w.rows, fmt.Sprintf("package %s\n%s %s %s %s", n.pkg, verb, n.key(), what, at))
	}
}

// methods returns the names of the methods of the interface that id names.
func (w *rowWriter) methods(id argotID) (out []string) {
	for _, n := range w.names {
		if n.abstract && id.Interface != "" && whole(id.Interface, n.typ) {
			out = append(out, n.name)
		}
	}
	return out
}

func (id argotID) matches(n name, methods []string) bool {
	switch {
	case id.Field != "":
		return regexp.MustCompile(id.Field).MatchString(n.name) &&
			(id.Type == "" || whole(id.Type, n.typ) || whole(id.Type, "*"+n.typ))
	case id.Interface != "":
		return n.typ != "" && slices.Contains(methods, n.name)
	}
	return regexp.MustCompile(id.Method).MatchString(n.name)
}

func whole(pattern, name string) bool {
	return regexp.MustCompile("^(?:" + pattern + ")$").MatchString(name)
}

// everyTag is the tag that stands for all problems.
const everyTag = "_"

var (
	directive = regexp.MustCompile(`^//argot:(function|param (\w+)) (\w+)\(([^)]*)\)`)
	signature = regexp.MustCompile(`^func (\w+)\(([^)]*)\)`)
)

// directives returns the rows that comments in the package root stand for, by problem.
func directives(l *loader, root string) map[string][]string {
	rows := make(map[string][]string)
	files, _ := filepath.Glob(filepath.Join(l.roots[root], "*.go"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		var said [][]string
		for _, line := range strings.Split(string(text), "\n") {
			if m := directive.FindStringSubmatch(line); m != nil {
				said = append(said, m)
			}
			fn := signature.FindStringSubmatch(line)
			if fn == nil {
				continue
			}
			for _, m := range said {
				for _, tag := range strings.Split(m[4], ",") {
					tag = strings.TrimSpace(tag)
					rows[tag] = append(rows[tag], directiveRows(root, fn[1], m[3], fn[2], m[2])...)
				}
			}
			said = nil
		}
	}
	return rows
}

// directiveRows returns rows for what a comment says of a function, or of its parameter
// with a name.
func directiveRows(root, fn, kind, params, name string) []string {
	place, others := "each", ""
	for n, p := range strings.Split(params, ",") {
		switch words := strings.Fields(p); {
		case name == "" || len(words) == 0:
		case words[0] == name:
			place = fmt.Sprint(n)
		default:
			others += fmt.Sprintf(" %d->result", n)
		}
	}
	head := "package " + root + "\n"
	switch kind {
	case "Source":
		return []string{head + "source " + fn + " data"}
	case "Sink":
		return []string{head + "sink " + fn + " test " + place}
	}
	return []string{head + "sanitizer " + fn + " * " + place + "->result", head + "flow " + fn + others}
}
