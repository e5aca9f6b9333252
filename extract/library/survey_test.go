package library_test

import (
	"bytes"
	"go/token"
	"go/types"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// A surveyLine says of functions without a row why they have none.
type surveyLine struct {
	patterns []string
	reason   string
	line     int
	used     map[string]bool // patterns that some function matches
}

// readSurvey returns the lines of the survey by package.
func readSurvey(t *testing.T) map[string][]*surveyLine {
	t.Helper()
	text, err := os.ReadFile("testdata/survey.list")
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string][]*surveyLine)
	pkg, n := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		n++
		names, reason, ok := strings.Cut(line, ":")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "package "):
			if pkg = strings.TrimPrefix(line, "package "); out[pkg] != nil {
				t.Errorf("survey.list:%d: %s is there twice", n, pkg)
			}
			out[pkg] = []*surveyLine{}
		case !ok || pkg == "" || strings.TrimSpace(reason) == "":
			t.Errorf("survey.list:%d: want names, a colon and a reason", n)
		default:
			out[pkg] = append(out[pkg], &surveyLine{strings.Fields(names), reason, n, make(map[string]bool)})
		}
	}
	return out
}

// covers reports whether a line is about a function.
func (l *surveyLine) covers(name string) bool {
	for _, p := range l.patterns {
		if ok, err := path.Match(p, name); ok && err == nil {
			l.used[p] = true
			return true
		}
	}
	return false
}

// TestSurvey: of each exported function and method of the standard library that data may go
// through, somebody has said what it is, in a row or in the survey, so that what a new version of
// Go adds is looked at.
func TestSurvey(t *testing.T) {
	survey := readSurvey(t)
	src := &sources{t: t, fset: token.NewFileSet(), byDir: make(map[string]*types.Package), byPath: make(map[string]*types.Package)}
	list, err := os.ReadFile("std.list")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(list) {
		pkg := strings.TrimSpace(string(line))
		lines := survey[pkg]
		delete(survey, pkg)
		p := src.rowPackage(pkg)
		if p == nil {
			continue // nothing but assembly, or for another system
		}
		for _, name := range passing(p) {
			hasRow := len(library.All().Data(pkg+"."+name)) > 0
			if !slices.ContainsFunc(lines, func(l *surveyLine) bool { return l.covers(name) }) && !hasRow {
				t.Errorf("nobody has looked at %s.%s: it has no row, and no line in survey.list", pkg, name)
			}
		}
		for _, l := range lines {
			for _, pattern := range l.patterns {
				if !l.used[pattern] && !systemDependent(pkg) {
					t.Errorf("survey.list:%d: %s has no function %s", l.line, pkg, pattern)
				}
			}
		}
	}
	for pkg, lines := range survey {
		t.Errorf("survey.list: there is no package %s, of which %d lines speak", pkg, len(lines))
	}
}

// systemDependent reports whether a package has other functions on other systems.
func systemDependent(pkg string) bool { return pkg == "syscall" || pkg == "log/syslog" }

// passing returns the exported functions of a package, and the methods of its types, that take or
// return what may have data in it, as rows name them.
func passing(p *types.Package) (names []string) {
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		if fn, ok := obj.(*types.Func); ok && passes(fn) {
			names = append(names, name)
		}
		named, ok := obj.Type().(*types.Named)
		if _, isType := obj.(*types.TypeName); !ok || !isType {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() && passes(m) {
				names = append(names, name+"."+m.Name())
			}
		}
		if i, ok := named.Underlying().(*types.Interface); ok {
			for m := range i.ExplicitMethods() {
				if m.Exported() && passes(m) {
					names = append(names, name+"."+m.Name())
				}
			}
		}
	}
	return names
}

func passes(fn *types.Func) bool {
	for _, list := range []*types.Tuple{fn.Signature().Params(), fn.Signature().Results()} {
		for v := range list.Variables() {
			if mayHoldData(v.Type(), make(map[types.Type]bool)) {
				return true
			}
		}
	}
	return false
}

// mayHoldData reports whether a value of a type may have text in it, or bytes, or call something.
func mayHoldData(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.String || u.Kind() == types.Byte
	case *types.Slice:
		return mayHoldData(u.Elem(), seen)
	case *types.Array:
		return mayHoldData(u.Elem(), seen)
	case *types.Map:
		return mayHoldData(u.Key(), seen) || mayHoldData(u.Elem(), seen)
	case *types.Pointer:
		return mayHoldData(u.Elem(), seen)
	case *types.Chan:
		return mayHoldData(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if mayHoldData(f.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true // a function, an interface, a type parameter
}
