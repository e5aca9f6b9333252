package diagnose

// This file makes changes of the program out of what findings say is meant.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/visible"
)

// fixes returns the change that a finding asks for, if it is certain in the text too: each place
// that has the name is in the package and has it once, as a literal. A name that is computed, or
// a constant with a name of its own, may be used elsewhere. In a file that cgo or a generator has made, a
// place in the text is none in the file that somebody wrote, so there is no change.
func fixes(pass *analysis.Pass, f *report.Finding) []analysis.SuggestedFix {
	x := f.Fix
	if x == nil || f.Verdict != verdict.Violated || len(x.At) == 0 || visible.Line(x.Meant) != x.Meant {
		return nil
	}
	message := fmt.Sprintf("Replace %q by %q", x.Name, x.Meant)
	find := func(n ast.Node) []analysis.TextEdit { return renamed(n, x) }
	switch {
	case x.Limit > 0:
		message = fmt.Sprintf("Set the limit to %d", x.Limit)
		find = func(n ast.Node) []analysis.TextEdit { return limited(pass, n, x.Limit) }
	case x.Name == "":
		message = fmt.Sprintf("Add %q to the branch", x.Meant)
		find = func(n ast.Node) []analysis.TextEdit { return extended(pass, n, x.Meant) }
	}
	var edits []analysis.TextEdit
	seen := make(map[token.Pos]bool)
	for _, at := range x.At {
		edit, ok := editAt(pass, at, find)
		if !ok || isMade(pass, edit.Pos) || leadsOut(pass.Fset.File(edit.Pos).Name()) {
			return nil
		}
		if !seen[edit.Pos] {
			seen[edit.Pos] = true
			edits = append(edits, edit)
		}
	}
	if x.Name == "" && len(edits) != 1 {
		return nil // the branch is put together in several places, or there are several loops
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// SetEdits sets what the fix of f does to the program, if it has one that is certain.
func SetEdits(pass *analysis.Pass, f *report.Finding) {
	list := fixes(pass, f)
	if len(list) == 0 {
		return
	}
	fix := *f.Fix
	fix.Text, fix.Edits = list[0].Message, nil
	at := func(pos token.Pos) graph.Pos {
		p := pass.Fset.PositionFor(pos, false)
		return graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
	}
	for _, e := range list[0].TextEdits {
		fix.Edits = append(fix.Edits, report.Edit{Start: at(e.Pos), End: at(e.End), New: string(e.NewText)})
	}
	f.Fix = &fix
}

// leadsOut reports whether a file is of a module, and a link that leads out of it. What is
// written to it, the module does not have.
func leadsOut(name string) bool {
	root := regular.Module(filepath.Dir(name))
	if root == "" {
		return false
	}
	file, err := filepath.EvalSymlinks(name)
	if err != nil {
		return true
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return true
	}
	rel, err := filepath.Rel(root, file)
	return err != nil || !filepath.IsLocal(rel)
}

// editAt returns the only edit that find finds in the smallest expression or statement around a
// position in which it finds any. It looks no further than the statement.
func editAt(pass *analysis.Pass, at graph.Pos, find func(ast.Node) []analysis.TextEdit) (edit analysis.TextEdit, ok bool) {
	pos := newFileTable(pass).own(at)
	for _, file := range pass.Files {
		if !pos.IsValid() || pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(file, pos, pos)
		for _, n := range path {
			switch n.(type) {
			case *ast.BlockStmt, *ast.FuncLit, *ast.CaseClause, *ast.CommClause, ast.Decl, *ast.File:
				return edit, false
			}
			if edits := find(n); len(edits) > 0 {
				return edits[0], len(edits) == 1
			}
		}
	}
	return edit, false
}

// renamed returns an edit for each literal in n that is a name. What functions in n do is not a
// part of it.
func renamed(n ast.Node, x *report.Fix) (edits []analysis.TextEdit) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && s == x.Name {
				edits = append(edits, analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(strconv.Quote(x.Meant))})
			}
		}
		return true
	})
	return edits
}

// extended returns an edit for each literal in n that is a set of names: a map from strings to
// true.
func extended(pass *analysis.Pass, n ast.Node, name string) (edits []analysis.TextEdit) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			if at := lastOfSet(pass, n); at.IsValid() {
				edits = append(edits, analysis.TextEdit{Pos: at, End: at, NewText: fmt.Appendf(nil, ", %q: true", name)})
			}
		}
		return true
	})
	return edits
}

// lastOfSet returns where the last element of a set of names ends, NoPos if the literal is none.
func lastOfSet(pass *analysis.Pass, lit *ast.CompositeLit) token.Pos {
	m, ok := pass.TypesInfo.TypeOf(lit).Underlying().(*types.Map)
	if !ok || len(lit.Elts) == 0 || !types.Identical(m.Key(), types.Typ[types.String]) || !types.Identical(m.Elem(), types.Typ[types.Bool]) {
		return token.NoPos
	}
	for _, e := range lit.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return token.NoPos
		}
		if v := pass.TypesInfo.Types[pair.Value].Value; v == nil || !constant.BoolVal(v) {
			return token.NoPos
		}
	}
	return lit.Elts[len(lit.Elts)-1].End()
}
