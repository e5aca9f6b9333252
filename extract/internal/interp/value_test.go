package interp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// show prints a value without identities, alternatives sorted.
func show(v Value) string {
	switch x := v.(type) {
	case nil:
		return "none"
	case Const:
		return x.V.ExactString()
	case *Unknown:
		return "unknown(" + x.Reason.String() + ")"
	case *Struct:
		s := x.Type + "{"
		for _, f := range x.FieldNames() {
			s += f + ":" + show(x.Fields[f].v) + " "
		}
		return s + "}"
	case Slice:
		s := "["
		for _, c := range x.Elems {
			s += show(c.v) + " "
		}
		if x.More != nil {
			s += "…"
		}
		return s + "]"
	case *Array:
		return show(Slice{Elems: x.Elems})
	case Iface:
		return x.Type + "(" + show(x.V) + ")"
	case *OneOf:
		var alts []string
		for _, a := range x.Alts {
			alts = append(alts, fmt.Sprintf("%s if %q", show(a.V), a.Guard))
		}
		slices.Sort(alts)
		return strings.Join(alts, " | ")
	}
	return fmt.Sprintf("%T%v", v, v)
}

// small returns values of each sort that join treats in its own way.
func small() []Value {
	c, d := Guard{{Text: "c"}}, Guard{{Text: "d"}}
	u := &Unknown{Reason: reason.Words("it is a parameter"), Param: true}
	return []Value{
		stringConst("a"), stringConst("b"), intConst(1), boolConst(true), Nil{}, Zero{},
		u, &Unknown{Reason: reason.Words("it is read")}, &Unknown{Reason: reason.Words("it is read"), Origin: StateRead{Key: "S.f"}},
		FuncValue{ID: "f"}, FuncValue{ID: "f", Bindings: []Value{stringConst("a")}},
		Ptr{&Cell{v: stringConst("a")}},
		Iface{"string", stringConst("a")}, Iface{"T", Nil{}},
		&Struct{Type: "T", Fields: map[string]*Cell{"F": {v: stringConst("a")}}},
		&Struct{Type: "T", Fields: map[string]*Cell{"F": {v: u}}},
		&Array{[]*Cell{{v: intConst(1)}}},
		&Map{}, &Object{Kind: "graph"}, Tuple{intConst(1), Nil{}},
		guarded(stringConst("a"), c), guarded(stringConst("a"), d), guarded(stringConst("b"), c),
		guarded(guarded(stringConst("a"), d), c),
		&OneOf{Alts: []Alt{{stringConst("a"), c}, {stringConst("b"), d}}},
	}
}

func TestJoinIdempotent(t *testing.T) {
	for _, v := range append(small(), List(stringConst("a")), List()) {
		got := join(v, v)
		want := v
		if o, ok := v.(*OneOf); ok && len(o.Alts) == 1 {
			want = o.Alts[0].V // the only alternative that there is
		}
		if show(got) != show(want) {
			t.Errorf("join(v, v) = %s, want v = %s", show(got), show(want))
		}
	}
}

func TestJoinCommutative(t *testing.T) {
	for _, a := range small() {
		for _, b := range small() {
			ab, ba := join(a, b), join(b, a)
			if show(ab) != show(ba) && !same(ab, ba) {
				t.Errorf("join(%s, %s) = %s, the other way round %s", show(a), show(b), show(ab), show(ba))
			}
		}
	}
}

// TestJoinKeepsAll: whatever a value may be, the joined value may be.
func TestJoinKeepsAll(t *testing.T) {
	alts := func(v Value) []Alt {
		if o, ok := v.(*OneOf); ok {
			return o.Alts
		}
		return []Alt{{V: v}}
	}
	vals := small()
	for _, a := range vals {
		for _, b := range vals {
			if isEmpty(a) && isEmpty(b) {
				continue // both are empty slices
			}
			joined := alts(join(a, b))
			for _, alt := range slices.Concat(alts(a), alts(b)) {
				if !slices.ContainsFunc(joined, func(x Alt) bool { return same(x.V, alt.V) }) {
					t.Errorf("join(%s, %s) = %s, which lacks %s", show(a), show(b), show(join(a, b)), show(alt.V))
				}
			}
		}
	}
}

func isEmpty(v Value) bool {
	s, ok := asSlice(v)
	return ok && len(s.Elems) == 0
}

// TestJoinSlices: a slice that a condition appends to has guarded elements.
func TestJoinSlices(t *testing.T) {
	a, b := stringConst("a"), stringConst("b")
	c := Guard{{Text: "c"}}
	for _, tc := range []struct {
		name string
		x, y Value
		want string
	}{
		{"appended", List(a), guarded(List(a, b), c), `["a" "b" if "c" ]`},
		{"appended, the other way round", guarded(List(a, b), c), List(a), `["a" "b" if "c" ]`},
		{"appended to nothing", Nil{}, guarded(List(a), c), `["a" if "c" ]`},
		{"without a condition", List(a), List(a, b), `["a" "b" if "…" ]`},
		{"different", List(a), guarded(List(b), c), `["a" ] if "" | ["b" ] if "c"`},
		{"open", List(a), guarded(Slice{Elems: []*Cell{{v: a}}, More: &Unknown{Reason: reason.Words("r")}}, c), `["a" …]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := show(join(tc.x, tc.y)); got != tc.want {
				t.Errorf("join(%s, %s) = %s, want %s", show(tc.x), show(tc.y), got, tc.want)
			}
		})
	}
}

func TestJoinTooMany(t *testing.T) {
	var v Value = intConst(0)
	for i := 1; i < maxAlts; i++ {
		v = join(v, intConst(i))
	}
	if o, ok := v.(*OneOf); !ok || len(o.Alts) != maxAlts {
		t.Fatalf("%d joined values = %s, want as many alternatives", maxAlts, show(v))
	}
	if got, want := show(join(v, intConst(maxAlts))), "unknown(it has too many alternatives)"; got != want {
		t.Errorf("one more = %s, want %s", got, want)
	}
}

func TestJoinGuards(t *testing.T) {
	c, d := Cond{Text: "c"}, Cond{Text: "d"}
	a := stringConst("a")
	for _, tc := range []struct{ x, y, want Guard }{
		{nil, nil, nil},
		{Guard{c}, nil, nil},
		{Guard{c}, Guard{c}, Guard{c}},
		{Guard{c, d}, Guard{c}, Guard{c}},
		{Guard{c, d}, Guard{d}, Guard{d}},
	} {
		other := stringConst("b") // keeps the result a OneOf
		got := join(join(guarded(a, tc.x), guarded(other, Guard{c})), guarded(a, tc.y)).(*OneOf)
		if !slices.Equal(got.Alts[0].Guard, tc.want) {
			t.Errorf("a if %q or a if %q: guard %q, want %q", tc.x, tc.y, got.Alts[0].Guard, tc.want)
		}
	}
}

// TestFieldOfUnknown: a field of an unknown value is one variable, with a name.
func TestFieldOfUnknown(t *testing.T) {
	u := &Unknown{Reason: reason.Words("it is a parameter"), Param: true, Pos: graph.Pos{File: "f.go", Line: 1}}
	f := Field(u, "Name")
	if f != Field(u, "Name") {
		t.Error("two reads of a field of an unknown value differ")
	}
	if got := f.(*Unknown); !got.Param || got.State() != "Name" || got.Reason != u.Reason {
		t.Errorf("Field(u, Name) = %+v, want a parameter with state Name", got)
	}
}

// TestFreeze: changes after freeze do not reach the copy; what pointed to one
// variable still does.
func TestFreeze(t *testing.T) {
	shared := &Cell{v: stringConst("old")}
	s := &Struct{Type: "T", Fields: map[string]*Cell{"A": {v: Ptr{shared}}, "B": {v: Ptr{shared}}}}
	f := freeze(s)
	shared.v = stringConst("new")
	if got := Deref(Field(f, "A")); show(got) != `"old"` {
		t.Errorf("after a change, the frozen value is %s, want old", show(got))
	}
	if Field(f, "A") != Field(f, "B") {
		t.Error("two pointers to one variable point to different ones in the copy")
	}
}

func TestWiden(t *testing.T) {
	a, b := &Cell{v: stringConst("a")}, &Cell{v: stringConst("b")}
	const unknown = "unknown(it changes in a loop whose iterations are not known)"
	for _, c := range []struct {
		name   string
		old, v Value
		want   string
	}{
		{"counter", intConst(0), intConst(1), unknown},
		{"appended", Slice{Elems: []*Cell{a}}, Slice{Elems: []*Cell{a, b}}, `["a" "b" if "…" …]`},
		{"appended to nothing", Nil{}, Slice{Elems: []*Cell{a}}, `["a" if "…" …]`},
		{"another slice", Slice{Elems: []*Cell{a}}, Slice{Elems: []*Cell{b, a}}, unknown},
		{"may stay", stringConst("a"), join(stringConst("a"), guarded(stringConst("b"), unsaid())), `"a" if "" | ` + unknown + ` if "…"`},
		{"one of two may stay", join(stringConst("a"), guarded(stringConst("b"), unsaid())), stringConst("a"), unknown},
		{"shorter", Slice{Elems: []*Cell{a, b}}, Slice{Elems: []*Cell{a}}, unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := (&Machine{}).widen(c.old, []Value{c.v}, widened(nil), false)
			if got := show(w); got != c.want {
				t.Fatalf("widen(%s, %s) = %s, want %s", show(c.old), show(c.v), got, c.want)
			}
			if got := show(join(w, w)); got != c.want {
				t.Errorf("joined with itself it is %s, want %s", got, c.want)
			}
		})
	}
}

// TestWidenClosed: of a list to which no round adds anything new, what may come again
// is known.
func TestWidenClosed(t *testing.T) {
	a := &Cell{v: stringConst("a")}
	old := Slice{Elems: []*Cell{a}}
	with := func(vs ...Value) Value {
		return new(Machine).appendValues(old, List(vs...), graph.Pos{})
	}
	ptr := func(s string) Value { return Ptr{&Cell{v: stringConst(s)}} }
	for _, c := range []struct {
		name   string
		news   []Value
		elems  int
		closed bool
	}{
		{"the same again", []Value{with(stringConst("a"))}, 1, true},
		{"one or the other", []Value{with(stringConst("b")), with(stringConst("c"))}, 3, true},
		{"equal behind pointers", []Value{with(ptr("b"), ptr("b"))}, 2, true},
		{"unknown", []Value{with(&Unknown{Reason: reason.Words("it is read")})}, 1, false},
		{"more", []Value{Slice{Elems: []*Cell{a}, More: &Unknown{Reason: reason.Words("it is read")}}}, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, ok := (&Machine{}).widen(old, c.news, widened(nil), true).(Slice)
			if !ok || len(w.Elems) != c.elems || w.More.Repeats() != c.closed {
				t.Errorf("widen = %s, want %d elements, closed %v", show(w), c.elems, c.closed)
			}
		})
	}
}

// TestAlike: two objects of one call are alike but not the same, and what contains
// itself is compared to its end.
func TestAlike(t *testing.T) {
	object := func(name string) Value {
		return &Object{Row: setRow, Args: map[string]Value{"name": stringConst(name)}}
	}
	ring := func() Value {
		c := &Cell{}
		c.v = &Struct{Type: "T", Fields: map[string]*Cell{"Next": {v: Ptr{c}}}}
		return Ptr{c}
	}
	closure := func(v Value) Value { return FuncValue{ID: "f", Bindings: []Value{Ptr{&Cell{v: v}}}} }
	for _, c := range []struct {
		name       string
		a, b       Value
		like, same bool
	}{
		{"rings", ring(), ring(), true, true},
		{"closures", closure(intConst(1)), closure(intConst(1)), true, true},
		{"closures over other values", closure(intConst(1)), closure(intConst(2)), false, false},
		{"objects", object("a"), object("a"), true, false},
		{"other objects", object("a"), object("b"), false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if like, same := alike(c.a, c.b); like != c.like || same != c.same {
				t.Errorf("alike = %v, %v, want %v, %v", like, same, c.like, c.same)
			}
		})
	}
}
