package directive

// This file reports the tags and directives about tools that cannot be read.
// Extraction reads the others, see package annotation.

import (
	"go/ast"
	"go/token"
	"iter"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/annotation"
	"github.com/agentvet/agentvet/graph"
)

// annotations returns a finding for each annotation of a file that cannot be
// read.
func annotations(pass *analysis.Pass, file *ast.File) []report.Finding {
	var out []report.Finding
	add := func(pos token.Pos, err *annotation.Error) {
		p := pass.Fset.Position(pos)
		f := report.MalformedAnnotation(graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, err.Message)
		f.Context = report.Context(pass, pos)
		out = append(out, *f)
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if looksLike(c.Text) {
				continue // an ignore, which parse reports
			}
			if _, err := annotation.ParseDirective(c.Text); err != nil {
				add(c.Pos()+token.Pos(err.Off), err)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil {
			for pos, err := range tagErrors(field.Tag) {
				add(pos, err)
			}
		}
		return true
	})
	return out
}

// tagErrors yields what is wrong with a tag. Offsets within a tag that is not in
// backquotes are not known: such errors are at its start.
func tagErrors(lit *ast.BasicLit) iter.Seq2[token.Pos, *annotation.Error] {
	return func(yield func(token.Pos, *annotation.Error) bool) {
		tag, err := strconv.Unquote(lit.Value)
		if err != nil {
			return // not a program
		}
		_, errs := annotation.ParseTag(tag)
		for _, err := range errs {
			pos := lit.Pos()
			if lit.Value[0] == '`' {
				pos += token.Pos(len("`") + err.Off)
			}
			if !yield(pos, err) {
				return
			}
		}
	}
}
