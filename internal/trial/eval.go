package trial

// This file evaluates instructions.

import (
	"go/token"
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// eval returns what an instruction makes.
func (f *frame) eval(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Alloc:
		return &cell{zero(v.Type().Underlying().(*types.Pointer).Elem())}
	case *ssa.BinOp:
		return binary(v.Op, f.get(v.X), f.get(v.Y), v.X.Type())
	case *ssa.UnOp:
		return f.unary(v)
	case *ssa.Call:
		return f.called(&v.Call)
	case *ssa.ChangeType:
		return f.get(v.X)
	case *ssa.ChangeInterface:
		return f.get(v.X)
	case *ssa.MakeInterface:
		if x := f.get(v.X); isKnown(x) {
			return boxed{v.X.Type(), x}
		}
	case *ssa.Convert:
		return converted(f.get(v.X), v.X.Type(), v.Type())
	case *ssa.Extract:
		if t, ok := f.get(v.Tuple).(tuple); ok && v.Index < len(t) {
			return t[v.Index]
		}
	case *ssa.Field:
		if r, ok := f.get(v.X).(record); ok {
			return r[v.Field].v
		}
	case *ssa.FieldAddr:
		c, ok := f.get(v.X).(*cell)
		switch {
		case ok && c == nil:
			panic(stuck{})
		case ok:
			if r, isRecord := c.v.(record); isRecord {
				return r[v.Field]
			}
		}
	case *ssa.Index:
		return f.element(f.get(v.X), f.get(v.Index), false)
	case *ssa.IndexAddr:
		x := f.get(v.X)
		if c, ok := x.(*cell); ok && c != nil {
			x = c.v
		}
		return f.element(x, f.get(v.Index), true)
	case *ssa.Lookup:
		return f.lookup(v)
	case *ssa.Slice:
		return f.slice(v)
	case *ssa.MakeMap:
		return &mapping{values: make(map[value]value)}
	case *ssa.MakeSlice:
		n, ok := f.get(v.Len).(int64)
		room, known := f.get(v.Cap).(int64)
		if ok && known && 0 <= n && n <= room && room <= maxLength {
			out := make(list, n, room)
			for i := range out {
				out[i] = &cell{zero(v.Type().Underlying().(*types.Slice).Elem())}
			}
			return out
		}
	case *ssa.MakeClosure:
		out := &closure{fn: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			out.bound = append(out.bound, f.get(b))
		}
		return out
	case *ssa.Range:
		return f.iterate(f.get(v.X))
	case *ssa.Next:
		if it, ok := f.get(v.Iter).(*iterator); ok {
			return it.next(v)
		}
	case *ssa.TypeAssert:
		return asserted(f.get(v.X), v)
	default:
		panic(stuck{})
	}
	return unknown{}
}

func (f *frame) unary(v *ssa.UnOp) value {
	x := f.get(v.X)
	switch v.Op {
	case token.MUL:
		c, ok := x.(*cell)
		switch {
		case !ok:
			return unknown{}
		case c == nil:
			panic(stuck{})
		}
		return copied(c.v, v.Type())
	case token.NOT:
		if b, ok := x.(bool); ok {
			return !b
		}
	case token.SUB:
		if n, ok := x.(int64); ok {
			return binary(token.SUB, int64(0), n, v.Type())
		}
	case token.XOR:
		if n, ok := x.(int64); ok {
			return wrapped(^n, v.Type())
		}
	case token.ARROW:
		panic(stuck{})
	}
	return unknown{}
}

// element returns an element of a list or a text, or its address.
func (f *frame) element(x, index value, addr bool) value {
	i, ok := index.(int64)
	if !ok {
		return unknown{}
	}
	switch x := x.(type) {
	case string:
		if i < 0 || i >= int64(len(x)) {
			panic(stuck{})
		}
		return int64(x[i])
	case list:
		switch {
		case i < 0 || i >= int64(len(x)):
			panic(stuck{})
		case addr:
			return x[i]
		}
		return x[i].v
	}
	return unknown{}
}

func (f *frame) lookup(v *ssa.Lookup) value {
	x, key := f.get(v.X), f.get(v.Index)
	switch x := x.(type) {
	case string:
		return f.element(x, key, false)
	case arguments:
		out := x.as(v.X.Type().Underlying().(*types.Map).Elem())
		if v.CommaOk {
			return tuple{out, true}
		}
		return out
	}
	m, ok := x.(*mapping)
	if !ok || !isKey(key) || m != nil && m.values == nil {
		if v.CommaOk {
			return tuple{unknown{}, unknown{}}
		}
		return unknown{}
	}
	elem := v.X.Type().Underlying().(*types.Map).Elem()
	out, found := zero(elem), false
	if m != nil {
		if got, has := m.values[key]; has {
			out, found = got, true
		}
	}
	if v.CommaOk {
		return tuple{out, found}
	}
	return out
}

// as returns an argument as a value of a type: a text, or what holds any value.
func (a arguments) as(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return string(a)
		}
	case *types.Interface:
		if u.Empty() {
			return boxed{types.Typ[types.String], string(a)}
		}
	}
	return unknown{}
}

func (f *frame) slice(v *ssa.Slice) value {
	x := f.get(v.X)
	if c, ok := x.(*cell); ok && c != nil {
		x = c.v
	}
	size := 0
	switch x := x.(type) {
	case string:
		size = len(x)
	case list:
		size = len(x)
	default:
		return unknown{}
	}
	bound := func(v ssa.Value, otherwise int) int {
		if v == nil {
			return otherwise
		}
		n, ok := f.get(v).(int64)
		if !ok || n < 0 || n > int64(size) { // up to the capacity is not told from up to the length
			panic(stuck{})
		}
		return int(n)
	}
	low, high := bound(v.Low, 0), bound(v.High, size)
	if low > high {
		panic(stuck{})
	}
	switch x := x.(type) {
	case string:
		return x[low:high]
	case list:
		if v.Max == nil {
			return x[low:high]
		}
		if most := bound(v.Max, size); high <= most {
			return x[low:high:most]
		}
	}
	panic(stuck{})
}

// converted returns a value as one of another type.
func converted(v value, from, to types.Type) value {
	target, isBasic := to.Underlying().(*types.Basic)
	switch x := v.(type) {
	case int64:
		switch {
		case isBasic && target.Info()&types.IsString != 0:
			return string(rune(x))
		case isBasic && target.Info()&types.IsInteger != 0:
			return wrapped(x, to)
		}
	case string:
		if isBasic {
			return x
		}
		slice, ok := to.Underlying().(*types.Slice)
		if !ok {
			return unknown{}
		}
		var out list
		if b, ok := slice.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
			for i := range len(x) {
				out = append(out, &cell{int64(x[i])})
			}
			return out
		}
		for _, r := range x {
			out = append(out, &cell{int64(r)})
		}
		return out
	case list:
		if !isBasic || target.Info()&types.IsString == 0 {
			return x
		}
		var out []byte
		elem := from.Underlying().(*types.Slice).Elem().Underlying().(*types.Basic)
		for _, c := range x {
			n, ok := c.v.(int64)
			if !ok {
				return unknown{}
			}
			if elem.Kind() == types.Uint8 {
				out = append(out, byte(n))
			} else {
				out = utf8.AppendRune(out, rune(n))
			}
		}
		return string(out)
	}
	return unknown{}
}

// asserted returns what an interface value holds, if it is of a type.
func asserted(x value, v *ssa.TypeAssert) value {
	b, ok := x.(boxed)
	is := ok && b.typ != nil
	out := zero(v.AssertedType)
	switch {
	case !ok:
		out = unknown{}
	case !is:
	case types.IsInterface(v.AssertedType):
		is = types.Implements(b.typ, v.AssertedType.Underlying().(*types.Interface))
		if is {
			out = b
		}
	case types.Identical(b.typ, v.AssertedType):
		out = b.v
	default:
		is = false
	}
	switch {
	case v.CommaOk && !ok:
		return tuple{unknown{}, unknown{}}
	case v.CommaOk:
		return tuple{out, is}
	case ok && !is:
		panic(stuck{})
	}
	return out
}

// An iterator goes through a map or a text.
type iterator struct {
	keys, values []value
	at           int
}

func (f *frame) iterate(x value) value {
	switch x := x.(type) {
	case string:
		it := &iterator{}
		for i, r := range x {
			it.keys, it.values = append(it.keys, int64(i)), append(it.values, int64(r))
		}
		return it
	case *mapping:
		it := &iterator{}
		if x == nil {
			return it
		}
		if x.values == nil {
			return unknown{}
		}
		for _, k := range x.keys {
			it.keys, it.values = append(it.keys, k), append(it.values, x.values[k])
		}
		return it
	}
	return unknown{}
}

func (it *iterator) next(v *ssa.Next) value {
	if it.at == len(it.keys) {
		t := v.Type().(*types.Tuple)
		return tuple{false, zero(t.At(1).Type()), zero(t.At(2).Type())}
	}
	it.at++
	return tuple{true, it.keys[it.at-1], it.values[it.at-1]}
}
