package valueflow

// This file goes through a function.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A body is a function that is read.
type body struct {
	*scanner
	fn      *ssa.Function
	f       *Func
	block   int32     // that is being read
	used    token.Pos // where what is being read is used: constants have no position of their own
	places  map[ssa.Value]Place
	results map[ssa.Value][]Place // of calls
	objects map[ssa.Value]int     // numbers of objects by what makes them
	filled  []*ssa.IndexAddr      // elements that are objects of their own
	keyed   []*ssa.Lookup         // what is read of a map by a text
	calls   map[ssa.Value]int     // numbers of calls
	numbers map[ssa.Value]Place   // of whole numbers
	whole   map[ssa.Value][]Place // of whole numbers that calls return
	grown   []*ssa.Store          // where numbers grow, as in f.Grows
}

// function records what fn does.
func (s *scanner) function(fn *ssa.Function) {
	f := &Func{ID: funcid.Of(fn), Pos: s.pos(fn.Pos()), Params: len(fn.Params), Results: fn.Signature.Results().Len()}
	for i, p := range fn.Params {
		_, typ := elemStruct(p.Type())
		f.ParamTypes = append(f.ParamTypes, typ)
		if fn.Signature.Recv() != nil && i > 0 && holdsArguments(p.Type()) {
			f.Holds = append(f.Holds, i)
		}
		f.Requests = f.Requests || s.hasRequest(p.Type())
	}
	b := &body{scanner: s, fn: fn, f: f,
		places: make(map[ssa.Value]Place), results: make(map[ssa.Value][]Place), objects: make(map[ssa.Value]int), calls: make(map[ssa.Value]int),
		numbers: make(map[ssa.Value]Place), whole: make(map[ssa.Value][]Place)}
	b.chosenOutside()
	for _, blk := range fn.Blocks {
		b.block = int32(blk.Index)
		used := usedAt(blk)
		for i, instr := range blk.Instrs {
			b.used = used[i]
			b.instr(instr)
		}
	}
	if fn.Parent() == nil {
		f.Tried = s.trials.Try(fn)
	}
	f.Alone = len(f.Asks) > 0 && answersAlone(fn)
	b.pairs()
	b.repeats()
	b.loops()
	b.others()
	b.comparisons()
	b.decides()
	b.flow()
	b.checks()
	s.g.Funcs = append(s.g.Funcs, f)
}

// usedAt returns the position of each instruction of a block, or else that of the first one behind it that has one: what has none is an
// operand mostly.
func usedAt(blk *ssa.BasicBlock) []token.Pos {
	out := make([]token.Pos, len(blk.Instrs))
	at := token.NoPos
	for i, instr := range slices.Backward(blk.Instrs) {
		if instr.Pos().IsValid() {
			at = instr.Pos()
		}
		out[i] = at
	}
	return out
}

// holdsArguments reports whether the arguments of any tool may be in a value of a type.
func holdsArguments(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return isText(u.Key())
	case *types.Interface:
		return u.Empty()
	}
	return isText(t)
}

// move adds a move of what stays what it is.
func (b *body) move(from, to Place) { b.add(Move{From: from, To: to}) }

// both says that two places are of the same values.
func (b *body) both(x, y Place) {
	b.move(x, y)
	b.move(y, x)
}

func (b *body) add(m Move) {
	if m.From != NoPlace && m.To != NoPlace && m.From != m.To {
		b.f.Moves = append(b.f.Moves, m)
	}
}

// at returns the place of a value.
func (b *body) at(v ssa.Value) Place {
	if v == nil {
		return NoPlace
	}
	if p, ok := b.places[v]; ok {
		return p
	}
	if c, ok := v.(*ssa.Const); ok {
		return b.constant(c)
	}
	b.places[v] = NoPlace // of a value that is made of itself
	if !b.carries(v.Type()) && !isTuple(v) {
		return NoPlace
	}
	if phi, ok := v.(*ssa.Phi); ok { // which may be part of a circle
		p := b.local()
		b.places[v] = p
		for _, edge := range phi.Edges {
			b.move(b.at(edge), p)
		}
		return p
	}
	p := b.made(v)
	b.places[v] = p
	return p
}

func isTuple(v ssa.Value) bool {
	_, ok := v.Type().(*types.Tuple)
	return ok
}

// constant returns the place of a text.
func (b *body) constant(c *ssa.Const) Place {
	if c.Value == nil || c.Value.Kind() != constant.String {
		return NoPlace
	}
	p := b.local()
	b.f.Texts = append(b.f.Texts, Text{b.block, p, constant.StringVal(c.Value), b.pos(b.used)})
	return p
}

// made returns the place of what an instruction makes.
func (b *body) made(v ssa.Value) Place {
	switch v := v.(type) {
	case *ssa.Function:
		return b.taken(v, NoPlace)
	case *ssa.Global:
		if name := VarName(v.String()); b.Own(v.Pkg.Pkg.Path()) || name == Terminal || name == DefaultMux {
			return b.place(name)
		}
		return b.local() // what others do with it is not known
	case *ssa.Parameter:
		return b.place(ParamName(b.f.ID, slices.Index(b.fn.Params, v)))
	case *ssa.FreeVar:
		return b.place(FreeName(b.f.ID, slices.Index(b.fn.FreeVars, v)))
	case *ssa.UnOp:
		return b.same(v.X, v.Op == token.MUL || v.Op == token.ARROW)
	case *ssa.Slice:
		return b.at(v.X)
	case *ssa.ChangeInterface:
		b.behind(v, v.X)
		return b.at(v.X)
	case *ssa.Convert:
		return b.at(v.X)
	case *ssa.MultiConvert:
		return b.at(v.X)
	case *ssa.SliceToArrayPointer:
		return b.at(v.X)
	case *ssa.TypeAssert:
		return b.at(v.X)
	case *ssa.Index:
		return b.same(v.X, !isText(v.X.Type()))
	case *ssa.IndexAddr:
		return b.element(v)
	case *ssa.ChangeType:
		b.behind(v, v.X)
		return b.changed(v)
	case *ssa.MakeInterface:
		return b.boxed(v)
	case *ssa.MakeClosure:
		return b.closure(v)
	case *ssa.Alloc:
		if stores(v) && !fills(v) {
			return b.local() // a variable for structs that are made elsewhere
		}
		return b.object(v, b.local())
	case *ssa.MakeMap:
		p := b.local()
		b.f.Objects = append(b.f.Objects, Object{At: p, Type: MapType, Pos: b.pos(v.Pos())})
		return p
	case *ssa.Field:
		return b.field(v, v.X, v.Field)
	case *ssa.FieldAddr:
		return b.fieldAddr(v)
	case *ssa.Lookup:
		return b.lookup(v)
	case *ssa.Extract:
		return b.extracted(v)
	case *ssa.BinOp:
		return b.joined(v)
	case *ssa.Call:
		b.call(v, v)
		return b.result(v, 0)
	}
	return b.local()
}

// same returns the place of v, or a place of its own.
func (b *body) same(v ssa.Value, same bool) Place {
	if same {
		return b.at(v)
	}
	return b.local()
}

func (b *body) taken(fn *ssa.Function, recv Place) Place {
	p := b.local()
	b.f.Takes = append(b.f.Takes, Taken{At: p, Func: funcid.Of(fn), Recv: recv})
	return p
}

// closure returns the place of a closure, which shares what it captures, or of a method
// value.
func (b *body) closure(v *ssa.MakeClosure) Place {
	fn := v.Fn.(*ssa.Function)
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" && len(v.Bindings) == 1 {
		p := b.local()
		taken := Taken{At: p, Func: funcid.OfObject(obj), Recv: b.at(v.Bindings[0])}
		if funcid.BoundInterface(fn) != nil {
			taken.Method = obj.Name()
		}
		b.f.Takes = append(b.f.Takes, taken)
		return p
	}
	p := b.taken(fn, NoPlace)
	for i, bound := range v.Bindings {
		b.both(b.at(bound), b.place(FreeName(funcid.Of(fn), i)))
		if n := b.number(bound); n != NoPlace {
			b.g.Aliases = append(b.g.Aliases, Move{From: n, To: b.place(FreeName(funcid.Of(fn), i))})
		}
	}
	return p
}

// boxed returns the place of a value in an interface.
func (b *body) boxed(v *ssa.MakeInterface) Place {
	p := b.local()
	b.move(b.at(v.X), p)
	if refers(v.X.Type()) {
		b.move(p, b.at(v.X)) // who gets it may fill it
	}
	if i, ok := v.Type().Underlying().(*types.Interface); ok && i.NumMethods() == 0 && isPointer(v.X.Type()) {
		b.fillable(v.X.Type())
	}
	b.readable(v, p)
	if isNamed(v.X.Type()) || isPointer(v.X.Type()) {
		b.f.Dynamic = append(b.f.Dynamic, Dynamic{p, typeName(v.X.Type()), b.pos(v.Pos()), b.foreignMethods(v)})
	}
	return p
}

// behind records that what a library has in an interface is put into another one.
//
//	var pods podLister = clientset.CoreV1().Pods("default")
func (b *body) behind(v, x ssa.Value) {
	to, isInterface := v.Type().Underlying().(*types.Interface)
	from, ok := types.Unalias(x.Type()).(*types.Named)
	if !ok || !isInterface || from.Obj().Pkg() == nil || b.Own(from.Obj().Pkg().Path()) || library.IsStandard(from.Obj().Pkg().Path()) {
		return
	}
	d := Dynamic{At: b.at(x), Type: typeName(from), Pos: b.pos(v.Pos())}
	for m := range to.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(from, false, m.Pkg(), m.Name())
		if fn, ok := obj.(*types.Func); ok {
			d.Methods = append(d.Methods, Method{fn.Name(), signature(fn), funcid.OfObject(fn), ""})
		}
	}
	if len(d.Methods) > 0 {
		b.f.Behind = append(b.f.Behind, d)
	}
}

// foreignMethods returns the methods of an interface that a value of a library's type is put into.
func (b *body) foreignMethods(v *ssa.MakeInterface) (out []Method) {
	t := v.X.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok && !isNamed(t) {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || b.Own(named.Obj().Pkg().Path()) {
		return nil
	}
	for m := range v.Type().Underlying().(*types.Interface).Methods() {
		obj, _, _ := types.LookupFieldOrMethod(v.X.Type(), true, m.Pkg(), m.Name())
		if fn, ok := obj.(*types.Func); ok {
			out = append(out, method(fn))
		}
	}
	return out
}

// readable records what a library gets that reads from a value of the program's own in an interface: what its method Read fills a
// buffer with, or what it reads from that it embeds.
func (b *body) readable(v *ssa.MakeInterface, to Place) {
	read, path, _ := types.LookupFieldOrMethod(v.X.Type(), true, nil, "Read")
	fn, ok := read.(*types.Func)
	if !ok || !isRead(fn) {
		return
	}
	if len(path) == 1 {
		if b.Own(funcid.Package(funcid.OfObject(fn))) {
			b.add(Move{From: b.place(ParamName(funcid.OfObject(fn), 1)), To: to, Loose: true})
		}
		return
	}
	st, name := StructOf(v.X.Type())
	b.add(Move{From: b.place(FieldName(name, st.Field(path[0]).Name())), To: to, Loose: true})
}

// isRead reports whether a method is one of io.Reader.
func isRead(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 2 {
		return false
	}
	buffer, ok := sig.Params().At(0).Type().Underlying().(*types.Slice)
	return ok && types.Identical(buffer.Elem(), types.Typ[types.Byte])
}

// refers reports whether values of a type refer to memory that others may set.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan:
		return true
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// lookup returns the place of what a map has for a key.
func (b *body) lookup(v *ssa.Lookup) Place {
	if _, ok := v.X.Type().Underlying().(*types.Map); !ok {
		return b.local()
	}
	m, p := b.at(v.X), b.local()
	b.move(m, p)
	if isConst(v.Index) {
		b.keyed = append(b.keyed, v)
	}
	if key := b.at(v.Index); key != NoPlace {
		b.f.Lookups = append(b.f.Lookups, Lookup{Block: int32(v.Block().Index), Pos: b.pos(v.Pos()), Map: m, Key: key, To: p})
	}
	return p
}

// joined returns the place of two texts put together: of parts of one text, where neither
// is a constant.
func (b *body) joined(v *ssa.BinOp) Place {
	p := b.local()
	loose := isConst(v.X) || isConst(v.Y)
	b.add(Move{From: b.at(v.X), To: p, Loose: loose, Begins: true})
	b.add(Move{From: b.at(v.Y), To: p, Loose: loose})
	return p
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// extracted returns the place of a part of a tuple.
func (b *body) extracted(v *ssa.Extract) Place {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		b.at(t)
		return b.result(t, v.Index)
	case *ssa.Next:
		return b.next(t, v.Index)
	case *ssa.Select:
		return b.received(t, v.Index-2)
	case *ssa.Lookup, *ssa.TypeAssert, *ssa.UnOp:
		if v.Index == 0 {
			return b.at(t)
		}
	}
	return b.local()
}

// next returns the place of the key or the value of a range over a map.
func (b *body) next(v *ssa.Next, i int) Place {
	if v.IsString {
		return NoPlace
	}
	parts, ok := b.results[v]
	if !ok {
		m := NoPlace
		if r, ok := v.Iter.(*ssa.Range); ok {
			m = b.at(r.X)
		}
		parts = []Place{NoPlace, b.local(), b.local()}
		b.results[v] = parts
		b.move(m, parts[2])
		b.f.Lookups = append(b.f.Lookups, Lookup{Block: int32(v.Block().Index), Pos: b.pos(v.Iter.Pos()), Map: m, Key: parts[1], To: parts[2], Range: true})
	}
	return parts[i]
}

// received returns the place of what receive number i of a select gets.
func (b *body) received(v *ssa.Select, i int) Place {
	for _, s := range v.States {
		if s.Dir == types.RecvOnly {
			if i == 0 {
				return b.at(s.Chan)
			}
			i--
		}
	}
	return NoPlace
}

// instr records what an instruction does beside making a value.
func (b *body) instr(instr ssa.Instruction) {
	b.zeros(instr)
	b.asksByField(instr)
	switch in := instr.(type) {
	case *ssa.Store:
		v := b.at(in.Val)
		b.move(v, b.at(in.Addr))
		if i, ok := b.objects[in.Addr]; ok && v != NoPlace {
			b.f.Objects[i].Like = append(b.f.Objects[i].Like, v)
		}
		b.setNumber(in)
		if addr, ok := in.Addr.(*ssa.FieldAddr); ok {
			st, name := StructOf(addr.X.Type())
			field := st.Field(addr.Field).Name()
			if v == NoPlace {
				v = b.hint(field, in.Val)
			}
			if _, ok := b.objects[addr.X]; !ok {
				b.filledBy(FieldName(name, field))
			}
			b.set(addr, v)
		}
		if elem, ok := in.Addr.(*ssa.IndexAddr); ok {
			b.intoField(elem.X, v)
		}
	case *ssa.MapUpdate:
		m, key, v := b.at(in.Map), b.at(in.Key), b.at(in.Value)
		b.move(v, m)
		if c, ok := in.Key.(*ssa.Const); ok && v == NoPlace && c.Value != nil {
			v = b.hint(c.Value.ExactString(), in.Value)
		}
		if key != NoPlace && v != NoPlace {
			b.f.Puts = append(b.f.Puts, Put{b.pos(in.Pos()), m, key, v})
		}
	case *ssa.Send:
		b.move(b.at(in.X), b.at(in.Chan))
	case *ssa.Select:
		for _, s := range in.States {
			if s.Send != nil {
				b.move(b.at(s.Send), b.at(s.Chan))
				continue
			}
			b.waits(in, s.Chan)
		}
	case *ssa.Return:
		for i, v := range in.Results {
			if p := b.at(v); p != NoPlace {
				b.move(p, b.place(ResultName(b.f.ID, i)))
			}
			if p := b.number(v); p != NoPlace {
				b.moveNumber(p, b.place(ResultName(b.f.ID, i)))
			}
		}
	case *ssa.Go:
		b.call(in, nil)
	case *ssa.Defer:
		b.call(in, nil)
	case *ssa.Call:
		if _, ok := b.places[in]; !ok {
			b.places[in] = NoPlace
			b.call(in, in)
			if !isTuple(in) && b.carries(in.Type()) {
				b.places[in] = b.result(in, 0)
			}
		}
	case *ssa.BinOp:
		b.test(in)
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			b.waits(in, in.X)
		}
		b.at(in)
	case ssa.Value:
		b.at(in)
	}
}
