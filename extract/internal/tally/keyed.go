package tally

// This file makes fields of keys: of a function that gets the state as a map, one that gets it as a struct. The field of
// a key and a type is what a type assertion with two results gives first, as in n, _ := state["rounds"].(int): zero where the
// key is absent, or where its value has another type. Whether the assertion succeeds is a truth value of its own, and so is
// whether the key is there.
//
// A function that panics because an assertion fails goes on with zero here. That adds runs, and takes none away.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Map says how the steps of a workflow hand on a state that is a map from texts to any values.
type Map struct {
	Type string
	// Merged: the framework gives a step a map that nobody else has, and copies what the step returns over what is in that.
	// Else what the step returns takes its place.
	Merged bool
	// Lost are keys under which there may be something else than what a step has returned.
	Lost []string
}

// Keyed are functions whose state is a struct, made of those that get a map.
type Keyed struct {
	Map
	funcs   Funcs
	types   map[string][]string // the types that somebody asserts, by key; "" where somebody asks whether the key is there
	lowered map[string]*recipe.Func
}

// Keyed makes such functions of the steps and routers of a workflow. ok is false if other code may write the map while
// a run goes on.
func (f Funcs) Keyed(m Map, steps, routers []string) (k *Keyed, ok bool) {
	k = &Keyed{Map: m, funcs: f, types: make(map[string][]string), lowered: make(map[string]*recipe.Func)}
	list := make(map[string]*keying)
	for i, id := range slices.Concat(steps, routers) {
		base := id
		fn, param, _ := Funcs(func(id string) *recipe.Func { base = id; return f(id) }).resolve(id, m.Type)
		if fn == nil {
			return nil, false
		}
		x := newKeying(k, f.inlined(fn, param), param, i >= len(steps))
		if old := list[base]; old != nil && old.router != x.router {
			return nil, false
		}
		list[base] = x
		x.asks()
	}
	for _, types := range k.types {
		slices.Sort(types)
	}
	for id, x := range list {
		if k.lowered[id], ok = x.lower(); !ok {
			return nil, false
		}
	}
	return k, true
}

// Func returns a function, one of those that were asked for in its new form.
func (k *Keyed) Func(id string) *recipe.Func {
	if fn := k.lowered[id]; fn != nil {
		return fn
	}
	return k.funcs(id)
}

// keyTypes are the types whose values are followed.
var keyTypes = map[string]recipe.Shape{
	"int": recipe.ShapeInt, "int32": recipe.ShapeInt, "int64": recipe.ShapeInt, "uint": recipe.ShapeInt, "uint32": recipe.ShapeInt, "uint64": recipe.ShapeInt,
	"bool": recipe.ShapeBool, "string": recipe.ShapeString,
}

// typeName returns the name of a type without the other one that it may have.
func typeName(typ string) string {
	switch typ {
	case "rune":
		return "int32"
	case "byte":
		return "uint8"
	}
	return typ
}

// fieldOf is the field of a key and a type; of the type "", whether the key is there.
func fieldOf(key, typ string) string {
	if typ == "" {
		return okOf + "[" + strconv.Quote(key) + "]"
	}
	return "[" + strconv.Quote(key) + "].(" + typ + ")"
}

const okOf = "ok of "

// nameOf names a field of a state of a type.
func nameOf(typ, field string) string {
	if key, isOK := strings.CutPrefix(field, okOf+"["); isOK {
		return okOf + "state[" + key
	}
	if strings.HasPrefix(field, "[") {
		return "state" + field
	}
	return typ + "." + field
}

// isName reports whether a key can be followed: one that reads as a name.
func isName(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	})
}

// keyOf returns the key that an operand is; known is false if it is none that is followed, some if it may be one of those.
func (k *Keyed) keyOf(fn *recipe.Func, o recipe.Operand) (key string, known, some bool) {
	if o >= 0 || o == recipe.NoOperand || fn.Consts[^o].Kind != recipe.ConstString {
		return "", false, true
	}
	key = fn.Consts[^o].Text
	return key, isName(key) && !slices.Contains(k.Lost, key), false
}

// A change is where a function writes a map, or has another one write it.
type change struct {
	in  *recipe.Instr
	key string // "" for any
}

// A touch is what a function does with a map.
type touch struct {
	changes []change
	kept    bool // others may write it later on
}

// maxTouch is how many functions may hand a map on.
const maxTouch = 4

// touched finds what a function does with the map in a register. What it returns is up to who asks.
func (k *Keyed) touched(c *call, o recipe.Operand, depth int) (t touch) {
	write := func(in *recipe.Instr, at recipe.Operand) {
		if key, known, some := k.keyOf(c.fn, at); known {
			t.changes = append(t.changes, change{in, key})
		} else if some {
			t.changes = append(t.changes, change{in: in})
		}
	}
	for _, u := range c.uses[o] {
		switch in := u.in; in.Op {
		case recipe.OpLookup, recipe.OpRange, recipe.OpBinary, recipe.OpReturn:
		case recipe.OpMapUpdate:
			if u.arg != 0 {
				t.kept = true
				continue
			}
			write(in, in.Args[1])
		case recipe.OpConvert:
			more := k.touched(c, in.Dst, depth)
			t.changes, t.kept = append(t.changes, more.changes...), t.kept || more.kept
		case recipe.OpBuiltin:
			switch in.Sym {
			case "len":
			case "delete":
				write(in, in.Args[1])
			case "clear":
				t.changes = append(t.changes, change{in: in})
			default:
				t.kept = true
			}
		case recipe.OpInterface:
			t.kept = t.kept || !c.isPrinted(in.Dst)
		case recipe.OpCall:
			more := k.passed(in, u.arg, depth)
			for _, x := range more.changes {
				t.changes = append(t.changes, change{in, x.key})
			}
			t.kept = t.kept || more.kept
		default:
			t.kept = true
		}
	}
	return t
}

// passed finds what a call does with the map that it gets.
func (k *Keyed) passed(in *recipe.Instr, arg, depth int) touch {
	switch {
	case in.Sym == "maps.Clone", in.Sym == "maps.Copy" && arg == 1:
		return touch{}
	case in.Sym == "maps.Copy":
		return touch{changes: []change{{in: in}}}
	}
	fn := k.funcs(in.Sym)
	if fn == nil || len(fn.Blocks) == 0 || len(fn.Params) != len(in.Args) || depth == maxTouch {
		return touch{kept: true}
	}
	c := newCall(fn, nil, nil)
	t := k.touched(c, recipe.Operand(arg), depth+1)
	for _, u := range c.uses[recipe.Operand(arg)] {
		t.kept = t.kept || u.in.Op == recipe.OpReturn || u.in.Op == recipe.OpConvert
	}
	return t
}

// isPrinted reports whether a value goes nowhere but to functions that print or encode it.
func (c *call) isPrinted(o recipe.Operand) bool {
	for _, u := range c.uses[o] {
		switch {
		case u.in.Op == recipe.OpCall && prints(u.in.Sym):
		case u.in.Op == recipe.OpStore && u.arg == 1 && c.isPrintedAt(u.in.Args[0]):
		default:
			return false
		}
	}
	return true
}

// isPrintedAt reports whether an address is that of an element of a list of values to print.
func (c *call) isPrintedAt(addr recipe.Operand) bool {
	at := c.defs[addr]
	if at == nil || at.Op != recipe.OpIndexAddr || len(c.uses[addr]) != 1 {
		return false
	}
	if made := c.defs[at.Args[0]]; made == nil || made.Op != recipe.OpAlloc {
		return false
	}
	for _, u := range c.uses[at.Args[0]] {
		switch {
		case u.in.Op == recipe.OpIndexAddr && u.arg == 0:
		case u.in.Op != recipe.OpSlice:
			return false
		case slices.ContainsFunc(c.uses[u.in.Dst], func(u use) bool { return u.in.Op != recipe.OpCall || !prints(u.in.Sym) }):
			return false
		}
	}
	return true
}

// prints reports whether a function does nothing with what it gets but to print or to encode it.
func prints(id string) bool {
	switch id {
	case "fmt.Print", "fmt.Printf", "fmt.Println", "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln", "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "fmt.Errorf",
		"log.Print", "log.Printf", "log.Println", "log.Fatal", "log.Fatalf", "log.Fatalln", "encoding/json.Marshal", "encoding/json.MarshalIndent":
		return true
	}
	return false
}
