package directive

// This file reports the tags and directives about tools that cannot be read.
// Extraction reads the others, see package annotation.

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// malformed returns a finding for each annotation of a package that cannot be read, or that stands where
// nothing is checked of it.
func malformed(pass *analysis.Pass, own *annotation.Set) []report.Finding {
	var out []report.Finding
	add := func(pos token.Pos, err *annotation.Error) {
		p := pass.Fset.Position(pos)
		f := report.MalformedAnnotation(graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, err.Message)
		f.Context = diagnose.Context(pass, pos)
		out = append(out, *f)
	}
	for i := range own.Comments {
		c := &own.Comments[i]
		if c.Err != nil && !looksLike(c.Node.Text) { // an ignore, which parse reports
			add(c.Node.Pos()+token.Pos(c.Err.Off), c.Err)
		}
	}
	for i := range own.Tags {
		t := &own.Tags[i]
		for _, err := range t.Errs {
			add(t.At(err), err)
		}
		for _, err := range t.Unfit(pass.TypesInfo.TypeOf(t.Field.Type)) {
			add(t.At(err), err)
		}
	}
	return out
}
