package ssaflow

// This file says which methods unknown code calls: those that the interfaces have by
// which it knows what it is given.

import (
	"go/types"
	"strings"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// commonMethods are what code looks for in a value of any type.
var commonMethods = []string{
	"Close", "Error", "Format", "GoString", "LogValue", "MarshalBinary", "MarshalJSON", "MarshalText", "MarshalYAML", "Read", "Scan",
	"String", "UnmarshalBinary", "UnmarshalJSON", "UnmarshalText", "UnmarshalYAML", "Unwrap", "Value", "Write",
}

// offered is a value that unknown code gets, with the type by which it knows it.
type offered struct {
	value *loc
	typ   types.Type
	given *given
	done  map[string]bool // methods, with their types
	held  map[view]int    // how many types there were when it was last looked at
}

// A view is what an interface value refers to, and how it is known.
type view struct {
	object *loc
	iface  *types.Interface
}

// offer notes that unknown code gets what its arguments hold.
func (g *given) offer() {
	for n, a := range g.call.args {
		if t := g.call.types[n]; t != nil && isRef(t) && !hasParam(t) {
			g.offers = append(g.offers, offered{value: a, typ: t, given: g, done: make(map[string]bool), held: make(map[view]int)})
		}
	}
}

// callOffered calls the methods of what unknown code has been offered, and reports
// whether there were any new ones.
func (f *frame) callOffered() (more bool) {
	for n := 0; n < len(f.offers); n++ {
		o := f.offers[n]
		f.walkInterfaces(typed{o.value.find(), o.typ}, 0, make(map[typed]bool), func(object *loc, iface *types.Interface) {
			seen := view{object.find(), iface}
			held := len(seen.object.kids) + 1
			if o.held[seen] == held {
				return
			}
			o.held[seen] = held
			for _, m := range methodsOf(iface) {
				for _, typ := range f.heldTypes(object, m) {
					if key := typ + "." + m.name; !o.done[key] {
						o.done[key] = true
						more = f.callMethod(o, typ, m.name, f.kid(object, stepType(typ))) || more
					}
				}
			}
		})
	}
	return more
}

// walkedPart is how many steps to interface values cost as much as a part of a summary.
const walkedPart = 16

// A method is what code may call of a value that it knows by an interface.
type method struct {
	name string
	decl *types.Func // of the interface, nil if it does not name it
}

// methodsOf returns the methods that code may call of a value of an interface type.
func methodsOf(iface *types.Interface) (out []method) {
	for m := range iface.Methods() {
		out = append(out, method{m.Name(), m})
	}
	if len(out) == 0 {
		for _, name := range commonMethods {
			out = append(out, method{name: name})
		}
	}
	return out
}

// heldTypes returns the types of the values that may be in an interface: where that is
// not known, those of the package that implement it.
func (f *frame) heldTypes(object *loc, m method) (keys []string) {
	object = object.find()
	if object.collapsed != 0 && m.decl != nil {
		return f.implementers(&call{method: m.name, iface: m.decl})
	}
	for _, kid := range object.kids {
		if kid.step[0] == '(' {
			keys = append(keys, strings.Trim(kid.step, "()"))
		}
	}
	return keys
}

// A typed is a value of a type.
type typed struct {
	at  *loc
	typ types.Type
}

// walkInterfaces calls visit for each interface value that v leads to in a few steps, as
// far as anything is known to be there, with what it refers to.
func (f *frame) walkInterfaces(v typed, depth int, seen map[typed]bool, visit func(object *loc, iface *types.Interface)) {
	v.typ = types.Unalias(v.typ)
	if seen[v] || depth > maxSteps {
		return
	}
	seen[v] = true
	if f.walked++; f.walked%walkedPart == 0 {
		f.pay(1)
	}
	if iface, ok := v.typ.Underlying().(*types.Interface); ok {
		if v.at.has(stepRef) || v.at.collapsed != 0 {
			visit(f.kid(v.at, stepRef), iface)
		}
		return
	}
	for _, c := range f.components(v.typ) {
		to, known := v.at, true
		for _, step := range c.steps {
			if known = known && (to.has(step) || to.collapsed != 0); known {
				to = f.kid(to, step).find()
			}
		}
		if known {
			f.walkInterfaces(typed{to.find(), c.typ}, depth+1, seen, visit)
		}
	}
}

// callMethod calls a method of a value of a type with anything that is given, and reports
// whether anything is known of it.
func (f *frame) callMethod(o offered, typ, name string, self *loc) bool {
	s, id := f.methodSummary(typ, name)
	if s == nil {
		return false
	}
	f.loose = true
	k := *o.given.call
	k.fun, k.loose, k.result, k.typ, k.common = nil, true, f.newLoc(), nil, nil
	k.args, k.types = []*loc{self}, []types.Type{nil}
	if strings.HasPrefix(typ, "*") && s.ByValue {
		k.args[0] = f.kid(self, stepRef)
	}
	for range len(s.Params) - 1 {
		arg := f.newLoc()
		in := f.edgeAt(&k, taint.OpCall, name, o.given.hands, arg)
		in.toDeep = true
		f.edges = append(f.edges, in)
		k.args, k.types = append(k.args, arg), append(k.types, nil)
	}
	if !f.library(&k, id, true) {
		f.instantiate(&k, s, name)
	}
	o.given.returned(&k, name, k.result)
	return true
}

// methodSummary returns what is known of a method of the type with a key, nil if that is
// nothing, and its identity.
func (f *frame) methodSummary(typ, name string) (*taint.Summary, string) {
	t := f.typesByKey[typ]
	if t == nil {
		return f.methodByName(typ, name)
	}
	if types.IsInterface(t) {
		return nil, ""
	}
	fn := f.methodOf(t, name, nil)
	if fn == nil {
		return nil, ""
	}
	id := f.funcID(fn)
	s := f.summary(id, f.fn)
	if s == nil || len(s.Params) == 0 {
		return nil, ""
	}
	return s, id
}

// methodByName is methodSummary of a type of which only the key is known.
func (f *frame) methodByName(typ, name string) (*taint.Summary, string) {
	for _, id := range funcid.Methods(typ, name) {
		if s := f.summary(id, f.fn); s != nil && len(s.Params) > 0 {
			return s, id
		}
	}
	return nil, ""
}
