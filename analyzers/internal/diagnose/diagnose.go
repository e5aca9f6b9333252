// Package diagnose turns findings into diagnostics of the analysis framework, and graph positions back
// into token positions. It is apart from package report, so that who verifies plans at run time needs
// nothing that reads code.
package diagnose

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/source"
	"github.com/agentvet/agentvet/internal/visible"
)

// Report reports the findings in pass. The message carries the rule and the
// path in brief, for drivers that show no related positions; Related has the
// witness. A finding that is anchored in no file of the package is reported at
// the package clause: a driver may drop what lies elsewhere.
func Report(pass *analysis.Pass, findings []report.Finding) {
	files := newFileTable(pass)
	for _, f := range findings {
		rule, _ := rules.ByID(f.Rule)
		pos := files.pos(f.Pos)
		message := f.Headline()
		if !inPackage(pass, pos) {
			message += fmt.Sprintf(" (%s)", f.Pos)
			pos = Written(pass).Package
		}
		if path := f.Path(); path != "" {
			message += " [" + path + "]"
		}
		d := analysis.Diagnostic{Pos: pos, End: end(pass, pos), Category: f.Rule, Message: visible.Line(message), URL: rule.URL(), SuggestedFixes: fixes(pass, &f)}
		for _, s := range f.Witness {
			if p := files.pos(s.Pos); p.IsValid() {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: p, Message: visible.Line(s.Text)})
			}
		}
		pass.Report(d)
	}
}

// end returns the position behind what stands at pos, on its line, for editors to mark. It is not valid if the source
// cannot be read.
func end(pass *analysis.Pass, pos token.Pos) token.Pos {
	f := pass.Fset.File(pos)
	if f == nil || pass.ReadFile == nil {
		return token.NoPos
	}
	text, err := pass.ReadFile(f.Name())
	at := f.Offset(pos)
	if err != nil || at > len(text) {
		return token.NoPos
	}
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	if n := len(source.Element(line)); n > 0 {
		return pos + token.Pos(n)
	}
	return token.NoPos
}

// Compact returns d with its related positions in the message: for drivers that show one line,
// and make a diagnostic of its own of each related position. Files are named relative to the
// root of the module.
func Compact(pass *analysis.Pass, d analysis.Diagnostic) analysis.Diagnostic {
	const most = 8 // positions printed; the middle of a longer way is left out
	root := regular.Module(Dir(pass))
	var steps []string
	for _, r := range d.Related {
		p := pass.Fset.Position(r.Pos)
		at := report.Rel(root, graph.Pos{File: p.Filename, Line: p.Line})
		steps = append(steps, fmt.Sprintf("%s:%d %s", at.File, at.Line, r.Message))
	}
	if n := len(steps) - most; n > 0 {
		steps = slices.Replace(steps, most-1, len(steps)-1, fmt.Sprintf("… %d more …", n))
	}
	if len(steps) > 0 {
		d.Message += " (" + strings.Join(steps, "; ") + ")"
	}
	d.Related = nil
	return d
}

// Context returns the package and the top-level declaration around pos, or the
// package alone.
func Context(pass *analysis.Pass, pos token.Pos) string {
	path := pass.Pkg.Path()
	for _, file := range pass.Files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		for _, decl := range file.Decls {
			if name := declName(decl, pos); name != "" {
				return path + "." + name
			}
		}
	}
	return path
}

// declName returns the name of decl if pos is inside it: a function, a method
// as Type.Method, or the first name of the specification around pos.
func declName(decl ast.Decl, pos token.Pos) string {
	start := decl.Pos()
	if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
		start = fn.Doc.Pos()
	}
	if pos < start || decl.End() < pos {
		return ""
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return receiver(decl) + decl.Name.Name
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if pos < spec.Pos() || spec.End() < pos {
				continue
			}
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				return spec.Names[0].Name
			case *ast.TypeSpec:
				return spec.Name.Name
			}
		}
	}
	return ""
}

// receiver returns the name of a method's receiver type and a dot, or "".
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	expr := fn.Recv.List[0].Type
	for {
		switch x := expr.(type) {
		case *ast.StarExpr:
			expr = x.X
		case *ast.ParenExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.IndexListExpr:
			expr = x.X
		case *ast.Ident:
			return x.Name + "."
		default:
			return ""
		}
	}
}

// Anchor puts f into the package of pass and sets its context. A workflow is
// often put together by functions of other packages, and a step of it is then
// declared there; yet the finding is about this package's workflow, drivers
// show diagnostics in this package's files only, and so does a directive work
// there only. Such a finding moves to the last step of its witness that is in
// the package, and the witness shows where it was. One whose witness is
// elsewhere altogether stays where it is.
func Anchor(pass *analysis.Pass, f *report.Finding) {
	files := newFileTable(pass)
	pos := files.own(f.Pos)
	for i := len(f.Witness) - 1; i >= 0 && !pos.IsValid(); i-- {
		if pos = files.own(f.Witness[i].Pos); pos.IsValid() {
			moved := f.Pos
			f.Pos = f.Witness[i].Pos
			if !slices.ContainsFunc(f.Witness, func(s report.Step) bool { return s.Pos == moved }) {
				f.Witness = append(f.Witness, report.Declaration(f.Subject, moved))
			}
		}
	}
	f.Context = Context(pass, pos)
}

// Inside reports whether p names a position in a file of the package.
func Inside(pass *analysis.Pass, p graph.Pos) bool { return newFileTable(pass).own(p).IsValid() }
