package module

// This file reads what a package tells models: the instructions that it gives to them, and which models
// it asks. A bill of materials lists both; no rule goes by them.

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A Text is an instruction to a model, or the name of one, which a library gets.
type Text struct {
	Model bool   `json:"model,omitempty"` // it is the name of a model
	Of    string `json:"of"`              // the field or the function that gets it
	// Text is a constant; else it is not Known.
	Text  string    `json:"text,omitempty"`
	Known bool      `json:"known,omitempty"`
	Pos   graph.Pos `json:"pos"`
	// Calls are the calls around it, as what is made there is known by.
	Calls []graph.Pos `json:"calls,omitempty"`
}

// Texts returns what the packages of m, and those of its modules that they import, tell models.
func (m *Module) Texts() (list []Text) {
	for _, p := range m.sight {
		list = append(list, p.Texts...)
	}
	compare := func(a, b Text) int { return cmp.Or(report.ComparePos(a.Pos, b.Pos), cmp.Compare(a.Of, b.Of)) }
	slices.SortStableFunc(list, compare)
	return slices.CompactFunc(list, func(a, b Text) bool { return compare(a, b) == 0 })
}

// instructing returns the rows of a function or a field with a key whose values become instructions.
func instructing(key string) (rows []*library.Data) {
	for _, r := range taint.Standard().Rows(key) {
		if r.Verb == library.VerbSink && r.Kind == "system" {
			rows = append(rows, r)
		}
	}
	return rows
}

// A textReader reads the texts of one package.
type textReader struct {
	*analysis.Pass
	list []Text
}

func texts(pass *analysis.Pass) []Text {
	r := &textReader{Pass: pass}
	for _, file := range pass.Files {
		if !strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") {
			ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
				r.node(n, stack)
				return true
			})
		}
	}
	return r.list
}

func (r *textReader) node(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if fn, ok := typeutil.Callee(r.TypesInfo, n).(*types.Func); ok {
			r.call(fn, n, stack)
		}
	case *ast.CompositeLit:
		r.literal(n, stack)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			sel, ok := left.(*ast.SelectorExpr)
			if !ok || len(n.Lhs) != len(n.Rhs) {
				continue
			}
			if s := r.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.FieldVal && len(s.Index()) == 1 {
				r.field(s.Recv(), s.Obj(), n.Rhs[i], stack)
			}
		}
	}
}

// call reads the arguments of a call that are instructions, or the name of a model.
func (r *textReader) call(fn *types.Func, call *ast.CallExpr, stack []ast.Node) {
	key := funcid.Key(funcid.OfObject(fn))
	stack = append(slices.Clone(stack), call)
	for _, row := range instructing(key) {
		for _, p := range row.Places {
			switch {
			case p.Result || row.Field:
			case p.Index == library.Each:
				for _, arg := range call.Args {
					r.add(false, key, arg, stack)
				}
			case p.Index >= 0 && p.Index < len(call.Args):
				r.add(false, key, call.Args[p.Index], stack)
			}
		}
	}
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		if p := params.At(i); isModelName(p.Name()) && isText(p.Type()) && r.isLibrarys(fn.Pkg()) {
			r.add(true, key, call.Args[i], stack)
		}
	}
}

// literal reads the fields of a struct that are instructions, or the name of a model.
func (r *textReader) literal(lit *ast.CompositeLit, stack []ast.Node) {
	typ := r.TypesInfo.TypeOf(lit)
	if typ == nil {
		return // code that does not compile
	}
	s, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && r.TypesInfo.Uses[id] != nil {
				r.field(typ, r.TypesInfo.Uses[id], kv.Value, stack)
			}
		} else if i < s.NumFields() {
			r.field(typ, s.Field(i), e, stack)
		}
	}
}

// field reads the value of a field of a type.
func (r *textReader) field(of types.Type, field types.Object, value ast.Expr, stack []ast.Node) {
	if p, ok := types.Unalias(of).(*types.Pointer); ok {
		of = p.Elem()
	}
	named, ok := types.Unalias(of).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return
	}
	key := named.Obj().Pkg().Path() + "." + named.Obj().Name() + "." + field.Name()
	switch {
	case slices.ContainsFunc(instructing(key), func(row *library.Data) bool { return row.Field }):
		r.add(false, key, value, stack)
	case isModelName(field.Name()) && isText(field.Type()) && r.isLibrarys(named.Obj().Pkg()):
		r.add(true, key, value, stack)
	}
}

// add adds a text, unless it is empty.
func (r *textReader) add(model bool, of string, value ast.Expr, stack []ast.Node) {
	t := Text{Model: model, Of: of, Pos: r.place(value.Pos())}
	if v := r.TypesInfo.Types[value].Value; v != nil && v.Kind() == constant.String {
		t.Text, t.Known = constant.StringVal(v), true
	}
	if t.Known && t.Text == "" || r.TypesInfo.Types[value].IsNil() {
		return
	}
	for _, n := range stack {
		if call, ok := n.(*ast.CallExpr); ok {
			t.Calls = append(t.Calls, r.place(call.Lparen))
		}
	}
	r.list = append(r.list, t)
}

func (r *textReader) place(pos token.Pos) graph.Pos {
	p := r.Fset.Position(pos)
	return graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// isLibrarys reports whether a package belongs to neither this module nor the standard library.
func (r *textReader) isLibrarys(pkg *types.Package) bool {
	if pkg == nil || library.IsStandard(pkg.Path()) {
		return false
	}
	return r.Module == nil || pkg.Path() != r.Module.Path && !strings.HasPrefix(pkg.Path(), r.Module.Path+"/")
}

// isModelName reports whether a field or a parameter is called as libraries call the name of a model.
func isModelName(name string) bool {
	return slices.Contains([]string{"model", "modelname", "modelid"}, strings.ToLower(strings.ReplaceAll(name, "_", "")))
}

func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}
