//go:build conformance

package ssaflow

// This file runs the taint samples of gosec v2 (github.com/securego/gosec), which
// TAINT_SUITES holds as gosec. A sample states how many sinks its data reaches, not
// which.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/taint"
)

// gosecKinds are the kinds of sink of gosec's rules that agentvet has rules for, too:
// its others are about what a browser or a reader of a log makes of a text.
var gosecKinds = map[string]string{
	"G701": "sql", "G702": "exec", "G703": "path", "G704": "url", "G708": "template",
}

// gosecRows are the sources and sinks of gosec that the standard table does not have:
// what the operator of a program writes is no source there, nor is a file that is read
// a sink, and a word behind a fixed command is no command.
const gosecRows = `
package os
sink Open     path 0
sink ReadFile path 0
package io/ioutil
sink ReadFile path 0
package net/http
sink ServeFile   path 2
sink ServeFileFS path 3
package os/exec
sink Command        exec each
sink CommandContext exec 1,2
`

func TestConformanceGosec(t *testing.T) {
	dir := suite(t, "gosec")
	r := newRecord(t, "gosec")
	for _, rule := range sortedKeys(gosecKinds) {
		name := filepath.Join(dir, "testutils", strings.ToLower(rule)+"_samples.go")
		for i, s := range gosecSamples(t, name) {
			l := newLoader(testTable(t, gosecRows))
			path := fmt.Sprintf("sample/%s/%d", rule, i)
			program := fmt.Sprintf("%s/%d", rule, i)
			if _, err := l.source(path, s.text); err != nil {
				t.Logf("%-28s not loaded: %v", program, err)
				continue
			}
			sinks := func(flows []taint.Flow) []pair {
				lines := make(map[string]bool)
				for _, f := range flows {
					if f.Sink.Kind == gosecKinds[rule] {
						lines[line(f.Sink.Pos.File, f.Sink.Pos.Line)] = true
					}
				}
				return ordinals(len(lines))
			}
			want := ordinals(s.sinks)
			r.compare(program, want, sinks(l.flows))
			r.doubt(want, sinks(sure(l.flows)))
		}
	}
	r.finish()
}

// ordinals names n sinks.
func ordinals(n int) (out []pair) {
	for i := range n {
		out = append(out, pair{"", strconv.Itoa(i + 1)})
	}
	return out
}

type gosecSample struct {
	text  string
	sinks int
}

// gosecSamples reads the samples of one file: composite literals of one text and a
// number. Samples of several files are left out.
func gosecSamples(t *testing.T, name string) (out []gosecSample) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || len(lit.Elts) < 2 {
			return true
		}
		files, isFiles := lit.Elts[0].(*ast.CompositeLit)
		count, isCount := lit.Elts[1].(*ast.BasicLit)
		if !isFiles || !isCount || len(files.Elts) != 1 {
			return true
		}
		literal, isText := files.Elts[0].(*ast.BasicLit)
		if !isText {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		sinks, err := strconv.Atoi(count.Value)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, gosecSample{text, sinks})
		return false
	})
	if len(out) == 0 {
		t.Fatalf("%s holds no samples", name)
	}
	return out
}
