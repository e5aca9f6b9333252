package valueflow

// This file records the structs that a function makes, and what is in their fields and in those of others.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// changed returns the place of a value of another type: structs of different names have
// different fields, and one that is made of another one has what that has in its own.
func (b *body) changed(v *ssa.ChangeType) Place {
	from, fromName := StructOf(v.X.Type())
	to, toName := StructOf(v.Type())
	if from == nil || to == nil || fromName == toName {
		return b.at(v.X)
	}
	for i := range from.NumFields() {
		x, y := b.place(FieldName(fromName, from.Field(i).Name())), b.place(FieldName(toName, to.Field(i).Name()))
		b.both(x, y)
		if isWhole(from.Field(i).Type()) {
			b.moveNumber(x, y)
			b.moveNumber(y, x)
		}
	}
	if isPointer(v.Type()) {
		return b.at(v.X)
	}
	return b.copied(v)
}

// copied returns the place of a struct that has the fields of one of another type.
func (b *body) copied(v *ssa.ChangeType) Place {
	st, name := StructOf(v.Type())
	p := b.local()
	b.move(b.at(v.X), p)
	o := Object{At: p, Type: name, Pos: b.pos(v.Pos())}
	for i := range st.NumFields() {
		if f := st.Field(i); b.carries(f.Type()) {
			o.Fields = append(o.Fields, FieldValue{FieldName(name, f.Name()), b.field(v, v.X, i)})
		}
	}
	b.f.Objects = append(b.f.Objects, o)
	return p
}

// element returns the place of the address of an element. A struct that is filled in there
// is an object of its own, one for each index.
func (b *body) element(v *ssa.IndexAddr) Place {
	list := b.at(v.X)
	if st, _ := StructOf(v.Type()); st == nil || !fills(v) {
		return list
	}
	for _, e := range b.filled {
		if alike(e.X, v.X) && sameIndex(e.Index, v.Index) {
			b.objects[v] = b.objects[e]
			return b.places[e]
		}
	}
	p := b.object(v, b.local())
	b.both(list, p)
	b.intoField(v.X, p)
	b.places[v], b.filled = p, append(b.filled, v)
	if _, fresh := v.X.(*ssa.Alloc); !fresh {
		o := &b.f.Objects[b.objects[v]]
		o.Like = append(o.Like, list)
	}
	return p
}

// intoField notes what becomes an element of a list, if the list is in a field:
//
//	set.tools[i] = tool
func (b *body) intoField(list ssa.Value, elem Place) {
	load, ok := list.(*ssa.UnOp)
	if !ok || elem == NoPlace {
		return
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return
	}
	st, name := StructOf(addr.X.Type())
	field := FieldName(name, st.Field(addr.Field).Name())
	b.move(elem, b.place(field))
	if _, ok := b.objects[addr.X]; !ok {
		b.filledBy(field)
	}
	b.set(addr, elem)
}

// sameIndex reports whether two values are one, or the same number.
func sameIndex(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	if !ok {
		return x == y
	}
	b, ok := y.(*ssa.Const)
	return ok && a.Value != nil && b.Value != nil && constant.Compare(a.Value, token.EQL, b.Value)
}

// fills reports whether fields of the struct at an address are set.
func fills(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		if f, ok := ref.(*ssa.FieldAddr); ok && (stores(f) || fills(f)) {
			return true
		}
	}
	return false
}

func stores(addr ssa.Value) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(ref ssa.Instruction) bool {
		st, ok := ref.(*ssa.Store)
		return ok && st.Addr == addr
	})
}

// object records the struct that a function makes at an address.
func (b *body) object(v ssa.Value, p Place) Place {
	if st, name := StructOf(v.Type()); st != nil {
		b.tags(st, name)
		b.objects[v] = len(b.f.Objects)
		b.f.Objects = append(b.f.Objects, Object{At: p, Type: name, Pos: b.pos(v.Pos()), Whole: isKept(v)})
	}
	return p
}

// isKept reports whether nobody else gets an address, or one of a part of what is there.
func isKept(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			return ref.Addr != addr
		case *ssa.FieldAddr:
			return !isKept(ref)
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// field returns the place of what is read of a field.
func (b *body) field(v, base ssa.Value, i int) Place {
	st, name := StructOf(base.Type())
	field := FieldName(name, st.Field(i).Name())
	p := b.local()
	b.move(b.place(field), p)
	if refers(st.Field(i).Type()) {
		b.move(p, b.place(field)) // what is put into it there is there for others
	}
	_, runs := st.Field(i).Type().Underlying().(*types.Signature)
	b.tagDefault(st.Tag(i), p, st.Field(i).Pos())
	b.f.Reads = append(b.f.Reads, Read{Base: b.at(base), Of: name, Field: field, To: p, Many: isMany(st.Field(i).Type()), Runs: runs})
	return p
}

// isMany reports whether a value of a type has others as its elements.
func isMany(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array, *types.Chan:
		return !isText(t)
	}
	return false
}

// fieldAddr returns the place of the address of a field, which may be read and set by way
// of it.
func (b *body) fieldAddr(v *ssa.FieldAddr) Place {
	p := b.field(v, v.X, v.Field)
	if !onlyRead(v) {
		st, name := StructOf(v.X.Type())
		b.move(p, b.place(FieldName(name, st.Field(v.Field).Name())))
	}
	if fills(v) {
		b.places[v] = p
		b.object(v, p)
		b.set(v, p)
	}
	return p
}

func onlyRead(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(ref ssa.Instruction) bool {
		load, ok := ref.(*ssa.UnOp)
		_, debug := ref.(*ssa.DebugRef)
		return !debug && (!ok || load.Op != token.MUL)
	})
}

// set notes what an object has in a field.
func (b *body) set(addr *ssa.FieldAddr, value Place) {
	b.at(addr.X)
	n, ok := b.objects[addr.X]
	if !ok || value == NoPlace {
		return
	}
	st, name := StructOf(addr.X.Type())
	o := &b.f.Objects[n]
	o.Fields = append(o.Fields, FieldValue{FieldName(name, st.Field(addr.Field).Name()), value})
}
