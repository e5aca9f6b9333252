package capability

// This file finds what runs although no code of the program calls it there: functions that others get, keep or are sent over a
// channel, and methods that the standard library calls of what it is given.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// stored takes note of the functions that an instruction of a library keeps for later.
func (b *body) stored(instr ssa.Instruction, callee ssa.Value) {
	var operands [8]*ssa.Value
	for _, op := range instr.Operands(operands[:0]) {
		if *op == nil || *op == callee {
			continue
		}
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		id := funcid.Source(funcid.Of(fn))
		if !library.IsStandard(funcid.Package(id)) {
			b.f.Calls = append(b.f.Calls, Call{Func: id, Pos: b.place(instr.Pos()), Stored: true})
			continue
		}
		for _, name := range library.Needs(b.Table.Effects(funcid.Key(id)), Text{Text: "?"}.of) {
			b.f.Needs = append(b.f.Needs, Need{Name: name, By: funcid.Key(id), Pos: b.place(instr.Pos()), Stored: true})
		}
	}
}

// unseen takes note of what rows say of a function that the standard library calls: with which arguments,
// nobody sees.
func (b *body) unseen(key string, pos token.Pos) {
	for _, name := range library.Needs(b.Table.Effects(key), Text{Text: "?"}.of) {
		b.need(name, key, pos, false)
	}
}

// handed takes note of the functions that a call of the standard library gets: it runs them.
func (b *body) handed(c *ssa.CallCommon) {
	for _, arg := range c.Args {
		b.inMap(c, arg)
		if _, ok := arg.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		fns, param, rest := b.origins.funcs(arg)
		for _, fn := range fns {
			b.runs(c, fn, false)
		}
		if param >= 0 {
			b.f.Runs = append(b.f.Runs, RunCall{Run{Param: param, Pos: b.pos(c.Pos())}, b.when})
		}
		if rest && !b.Own {
			b.site(c, Site{Name: "a function value"})
		}
	}
}

// runs takes note of a function that a call of the standard library gets. It is stored if that may not run it.
func (b *body) runs(c *ssa.CallCommon, fn *ssa.Function, stored bool) {
	id := funcid.Source(funcid.Of(fn))
	switch key := funcid.Key(id); {
	case funcid.BoundInterface(fn) != nil:
		b.site(c, Site{Name: key})
	case len(b.Table.Effects(key)) > 0 && stored:
		for _, name := range library.Needs(b.Table.Effects(key), Text{Text: "?"}.of) {
			b.f.Needs = append(b.f.Needs, Need{Name: name, By: key, Pos: b.place(c.Pos()), Stored: true, When: b.when})
		}
	case len(b.Table.Effects(key)) > 0:
		b.unseen(key, c.Pos())
	case !library.IsStandard(funcid.Package(id)):
		b.f.Calls = append(b.f.Calls, Call{Func: id, Pos: b.pos(c.Pos()), Stored: stored, When: b.when, Blind: true, Undo: b.failed})
	}
}

// inMap takes note of the functions in a map that a call of the standard library gets, in own packages: which of them run, a
// template says.
//
//	template.New("page").Funcs(template.FuncMap{"load": load})
func (b *body) inMap(c *ssa.CallCommon, arg ssa.Value) {
	if _, isMap := arg.Type().Underlying().(*types.Map); !isMap || !b.Own {
		return
	}
	made, rest := b.origins.leaves(arg)
	for _, leaf := range made {
		maps := b.madeMaps(leaf)
		_, isNil := leaf.(*ssa.Const)
		rest = rest || len(maps) == 0 && !isNil
		for _, m := range maps {
			for _, ref := range *m.Referrers() {
				update, ok := ref.(*ssa.MapUpdate)
				if !ok || update.Map != m {
					continue
				}
				v := update.Value
				if i, ok := v.(*ssa.MakeInterface); ok {
					v = i.X
				}
				if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
					fns, _, more := b.origins.funcs(v)
					for _, fn := range fns {
						b.runs(c, fn, true)
					}
					rest = rest || more
				}
			}
		}
	}
	if named, ok := types.Unalias(arg.Type()).(*types.Named); rest && ok && named.Obj().Name() == "FuncMap" {
		b.site(c, Site{Name: "a function value"})
	}
}

// fills takes note of the functions that a template may call which is filled in, in own packages: any that the package has given to one.
//
//	var page = template.Must(template.New("page").Funcs(template.FuncMap{"load": load}).Parse(text))
//	page.Execute(w, data)
func (b *body) fills(c *ssa.CallCommon, key string) {
	if !b.Own || !slices.Contains([]string{
		"text/template.Template.Execute", "text/template.Template.ExecuteTemplate", "html/template.Template.Execute", "html/template.Template.ExecuteTemplate",
	}, key) || b.isTemplateOfItsOwn(c.Args[0], 0) {
		return
	}
	for _, fn := range b.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(*ssa.Call)
				if ok && slices.Contains([]string{"text/template.Template.Funcs", "html/template.Template.Funcs"}, keyOfCall(call)) {
					b.inMap(c, call.Call.Args[1])
				}
			}
		}
	}
}

// maxTemplate is how many calls one is put together by.
const maxTemplate = 16

// isTemplateOfItsOwn reports whether a function has made a template itself, so that what it calls is told there.
func (b *body) isTemplateOfItsOwn(v ssa.Value, depth int) bool {
	leaves, rest := b.origins.leaves(v)
	return !rest && depth < maxTemplate && !slices.ContainsFunc(leaves, func(leaf ssa.Value) bool {
		call, _ := resultOf(leaf)
		if call == nil || call.Parent() != b.fn {
			return true
		}
		key := keyOfCall(call)
		if !strings.HasPrefix(key, "text/template.") && !strings.HasPrefix(key, "html/template.") {
			return true
		}
		if args := call.Call.Args; len(args) > 0 && types.Identical(args[0].Type(), v.Type()) {
			return !b.isTemplateOfItsOwn(args[0], depth+1)
		}
		return false // New, ParseFiles
	})
}

// madeMaps returns the literals that a value is one of: itself, or what the package puts into a variable of its own.
func (b *body) madeMaps(v ssa.Value) (maps []*ssa.MakeMap) {
	switch v := v.(type) {
	case *ssa.MakeMap:
		return []*ssa.MakeMap{v}
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		if !ok {
			return nil
		}
		for _, fn := range b.Funcs {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					if s, ok := instr.(*ssa.Store); ok && s.Addr == g {
						if m, ok := past(s.Val).(*ssa.MakeMap); ok {
							maps = append(maps, m)
						}
					}
				}
			}
		}
	}
	return maps
}

// past returns the value that is converted to another type of the same form.
func past(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.ChangeType); ok {
		return c.X
	}
	return v
}

// asked are the methods for which the standard library asks what it is given, whatever the parameter's type says.
var asked = []string{
	"Close", "Error", "Format", "GoString", "Is", "LogValue", "MarshalJSON", "MarshalText", "ReadFrom", "Scan", "String",
	"UnmarshalJSON", "UnmarshalText", "Unwrap", "Value", "WriteString", "WriteTo",
}

// methodsOf takes note of the methods that a function of the standard library may call of its arguments, in own packages:
//
//	sort.Sort(byAge(people)) // Len, Less and Swap
//	fmt.Println(account)     // String
func (b *body) methodsOf(c *ssa.CallCommon) {
	if !b.Own {
		return
	}
	for _, arg := range c.Args {
		values := []ssa.Value{arg}
		if list, size := written(arg); size > 0 {
			values = nil
			for n := range size {
				values = append(values, element(list, n))
			}
		}
		for _, v := range values {
			leaves, _ := b.origins.leaves(v)
			for _, leaf := range leaves {
				switch leaf := leaf.(type) {
				case *ssa.MakeInterface:
					b.methods(c, leaf)
				case *ssa.Call:
					b.returned(c, leaf, 0)
				case *ssa.Extract:
					if call, ok := leaf.Tuple.(*ssa.Call); ok {
						b.returned(c, call, leaf.Index)
					}
				}
			}
		}
	}
}

// returned takes note of the methods of what a function of the package puts into the interface that it returns, which a call of the
// standard library gets.
//
//	http.ListenAndServe(addr, newHandler()) // ServeHTTP
func (b *body) returned(c *ssa.CallCommon, of *ssa.Call, index int) {
	fn := of.Call.StaticCallee()
	switch {
	case fn == nil:
		return
	case fn.Pkg != b.Pkg:
		b.returnedElsewhere(c, fn, index)
		return
	}
	for _, block := range fn.Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok || index >= len(ret.Results) {
			continue
		}
		leaves, _ := b.origins.leaves(ret.Results[index])
		for _, leaf := range leaves {
			if made, ok := leaf.(*ssa.MakeInterface); ok {
				b.methods(c, made)
			}
		}
	}
}

// methods takes note of those of the value in an interface that a call gets.
func (b *body) methods(c *ssa.CallCommon, made *ssa.MakeInterface) {
	for _, fn := range b.askedOf(made) {
		call := Call{Func: funcid.OfObject(fn), Pos: b.pos(c.Pos()), Stored: true, When: b.when, Blind: true, Undo: b.failed}
		if !slices.ContainsFunc(b.f.Calls, func(o Call) bool { return o.Func == call.Func && o.Pos == call.Pos }) {
			b.f.Calls = append(b.f.Calls, call)
		}
	}
}

// sent takes note of the functions in what is sent over a channel, itself or in a struct, in own packages: whoever gets
// them runs them on account of who has sent them.
//
//	queue <- func() { os.RemoveAll(dir) }
func (b *body) sent(v ssa.Value) {
	if !b.Own {
		return
	}
	values := []ssa.Value{v}
	if made, ok := literalOf(v); ok {
		if _, fields := structOf(made.Type()); fields != nil {
			for n := range fields.NumFields() {
				stored, _ := storedIn(made, n)
				values = append(values, stored...)
			}
		}
	}
	for _, v := range values {
		if _, isFunc := v.Type().Underlying().(*types.Signature); !isFunc {
			continue
		}
		fns, param, _ := b.origins.funcs(v)
		for _, fn := range fns {
			if id := funcid.Source(funcid.Of(fn)); library.IsStandard(funcid.Package(id)) {
				b.unseen(funcid.Key(id), v.Pos())
			} else {
				b.f.Calls = append(b.f.Calls, Call{Func: id, Pos: b.place(v.Pos()), Stored: true, When: b.when, Blind: true, Undo: b.failed})
			}
		}
		if param >= 0 {
			b.f.Runs = append(b.f.Runs, RunCall{Run{Param: param, Pos: b.place(v.Pos()), loose: true}, b.when})
		}
	}
}
