// Package read follows the arguments of tools through the functions of a package: see package arguments.
package read

// This file follows arguments through functions.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Package returns what functions of a package do with parameters that may hold arguments.
func Package(path string, fset *token.FileSet, funcs []*ssa.Function) *arguments.Kept {
	k := &arguments.Kept{Package: path, Funcs: make(map[string]*arguments.Func)}
	for _, fn := range funcs {
		f := &arguments.Func{Pos: position(fset, fn.Pos())}
		for i, p := range fn.Params {
			kind := kindOf(p.Type())
			if kind == "" {
				continue
			}
			t := &tracer{fset: fset, fn: fn, seen: make(map[place]bool), out: new(arguments.Taken)}
			t.follow(p, kind)
			taken := t.sorted()
			if kind == arguments.Struct && taken.Lost != nil {
				taken = arguments.Taken{Lost: taken.Lost}
			}
			if kind != arguments.Text || says(&taken) {
				f.Params = append(f.Params, arguments.Param{Index: i, Kind: kind, Taken: taken})
			}
		}
		f.OfCalls = ofCalls(&tracer{fset: fset, fn: fn, seen: make(map[place]bool), out: new(arguments.Taken)})
		if len(f.Params)+len(f.OfCalls) > 0 {
			k.Funcs[funcid.Of(fn)] = f
		}
	}
	return k
}

// says reports whether anything is known of what was taken from a value that is most likely no JSON with arguments.
func says(t *arguments.Taken) bool {
	return (t.Lost == nil || len(t.Uses) > 0) && len(t.Uses)+len(t.Named)+len(t.Passed)+len(t.Returned)+len(t.Into) > 0
}

// A place is a value that holds arguments in some form.
type place struct {
	value ssa.Value
	kind  arguments.Kind
}

// A tracer follows arguments from one value.
type tracer struct {
	fset  *token.FileSet
	fn    *ssa.Function // with the literals in it
	seen  map[place]bool
	loose bool // numbers of JSON are kept as texts
	// enveloped: what is followed is a message with the arguments in it.
	enveloped bool
	// filled is the call that decodes the arguments into what is followed, nil for none.
	filled ssa.Instruction
	out    *arguments.Taken
}

// sorted returns what was found, in order.
func (t *tracer) sorted() arguments.Taken {
	out := *t.out
	if t.loose {
		for i := range out.Uses {
			out.Uses[i].Takes, out.Uses[i].As = nil, ""
		}
		for i := range out.Named {
			out.Named[i].Use.Takes, out.Named[i].Use.As = nil, ""
		}
	}
	if t.enveloped {
		out.Dispatches = out.Dispatches || slices.ContainsFunc(out.Uses, func(u arguments.Use) bool { return u.Name == "name" })
		out.Uses = slices.DeleteFunc(slices.Clone(out.Uses), func(u arguments.Use) bool { return slices.Contains(envelope, u.Name) })
	}
	out.Sort()
	return out
}

func (t *tracer) pos(i ssa.Instruction) graph.Pos { return position(t.fset, i.Pos()) }

func position(fset *token.FileSet, pos token.Pos) graph.Pos {
	p := fset.Position(pos)
	return graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// lose notes that arguments go to what is not followed.
func (t *tracer) lose(at ssa.Instruction, to string) {
	t.out.Lose(&arguments.Lost{Pos: t.pos(at), To: to})
}

// follow looks at all that is done with a value that holds arguments, or has their address.
func (t *tracer) follow(v ssa.Value, kind arguments.Kind) {
	if t.seen[place{v, kind}] || v.Referrers() == nil {
		return
	}
	t.seen[place{v, kind}] = true
	for _, ref := range *v.Referrers() {
		t.use(ref, v, kind)
	}
}

// use is a switch over instructions, hence its length.
func (t *tracer) use(at ssa.Instruction, v ssa.Value, kind arguments.Kind) {
	if at == t.filled && at != nil {
		return
	}
	switch at := at.(type) {
	case *ssa.DebugRef, *ssa.If:
	case *ssa.BinOp:
		if at.Op == token.ADD {
			t.lose(at, "a text that is made of it")
		}
	case *ssa.IndexAddr:
		if !isListed(at) {
			t.lose(at, "a part of it")
		}
	case *ssa.UnOp:
		if at.Op == token.MUL {
			t.follow(at, kind)
		}
	case *ssa.ChangeType:
		if s := structOf(at.X.Type()); kind == arguments.Struct && s != nil && !types.Identical(s, structOf(at.Type())) {
			t.lose(at, "a struct with other tags")
			return
		}
		t.follow(at, kind)
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Convert, *ssa.Slice:
		t.follow(at.(ssa.Value), kind)
	case *ssa.TypeAssert:
		t.follow(at, kind)
	case *ssa.Extract:
		if at.Index == 0 {
			t.follow(at, kind)
		}
	case *ssa.Store:
		if at.Val == v {
			t.stored(at, kind)
		}
	case *ssa.Field:
		t.field(at, at.X.Type(), at.Field, kind)
	case *ssa.FieldAddr:
		t.field(at, at.X.Type(), at.Field, kind)
	case *ssa.Lookup:
		if kind != arguments.Map && kind != arguments.Text || at.X != v {
			t.lose(at, "a lookup")
			return
		}
		t.lookup(at)
	case *ssa.MapUpdate:
		name, known := constantText(at.Key)
		switch {
		case at.Map != v:
			t.lose(at, "a map")
		case known:
			t.out.Set = append(t.out.Set, name)
		default:
			t.rewrite(at)
		}
	case *ssa.MakeClosure:
		for i, b := range at.Bindings {
			if b == v {
				t.follow(at.Fn.(*ssa.Function).FreeVars[i], kind)
			}
		}
	case *ssa.Return:
		if at.Parent() != t.fn {
			t.lose(at, "what calls a function literal")
			return
		}
		for i, r := range at.Results {
			if r == v {
				t.out.Returned = append(t.out.Returned, i)
			}
		}
	case ssa.CallInstruction:
		t.call(at, v, kind)
	case *ssa.Range:
		t.lose(at, "a loop over all of them")
	default:
		t.lose(at, "what keeps it")
	}
}

// rewrite notes that arguments are put under names that only a run knows, or others in their place.
func (t *tracer) rewrite(at ssa.Instruction) {
	if pos := t.pos(at); t.out.Rewrites == nil || pos.Compare(*t.out.Rewrites) < 0 {
		t.out.Rewrites = &pos
	}
}

// stored follows what is put into a variable of the function.
func (t *tracer) stored(at *ssa.Store, kind arguments.Kind) {
	if a, ok := at.Addr.(*ssa.Alloc); ok {
		t.follow(a, kind)
		return
	}
	if i, ok := at.Addr.(*ssa.IndexAddr); ok && isListed(i) {
		t.follow(i.X, kind)
		return
	}
	t.lose(at, "what keeps it")
}

// isListed reports whether an address is that of one of the arguments of a call which may have any number of them.
func isListed(i *ssa.IndexAddr) bool {
	a, ok := i.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

// field is that a field of a request or of a struct is taken.
func (t *tracer) field(at ssa.Value, of types.Type, index int, kind arguments.Kind) {
	s := structOf(of)
	switch name := s.Field(index).Name(); {
	case kind == arguments.Request && isEnvelope(name):
		t.follow(at, arguments.Request)
	case kind == arguments.Request && (strings.HasSuffix(name, "Arguments") || name == "Input" && isRawMessage(s.Field(index).Type())):
		of := arguments.Map
		if structOf(s.Field(index).Type()) != nil {
			of = arguments.Struct
		}
		for _, ref := range *at.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == at {
				t.rewrite(s)
			}
		}
		t.follow(at, of)
	case kind == arguments.Request && name == "Name":
		t.out.Dispatches = t.out.Dispatches || isRead(at)
	case kind == arguments.Request:
		if s.Field(index).Embedded() {
			t.follow(at, arguments.Request)
		}
	case kind == arguments.Struct:
		name, promoted, ok := annotation.JSONName(s, index)
		switch {
		case promoted:
			t.follow(at, arguments.Struct)
		case ok && isRead(at):
			t.out.Uses = append(t.out.Uses, arguments.Use{Name: name, Takes: fieldTakes(s, index), Pos: t.pos(at.(ssa.Instruction)), Fold: true})
		}
	default:
		t.lose(at.(ssa.Instruction), "a field of it")
	}
}

// isRead reports whether a field, or what is at the address of one, is used, and not only set.
func isRead(field ssa.Value) bool {
	return slices.ContainsFunc(*field.Referrers(), func(ref ssa.Instruction) bool {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == field {
			return false
		}
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}
