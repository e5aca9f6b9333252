package ssaflow

// This file resolves calls.

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A call is one call of functions that may become known while the function is
// read: each is applied once.
type call struct {
	at     ssa.Instruction // nil in the frame of a package
	pos    token.Pos
	via    []taint.Hop // where the call stands, if it is one of a callee
	origin graph.Pos   // and where it is written
	held   string      // a function that it runs, which has been applied
	fun    *loc        // the object of the function value, or the box of the interface
	method string      // "" for a function value
	iface  *types.Func // the method of the interface, if known
	key    string      // its row key, "" if it has none
	args   []*loc      // without the receiver of a method of an interface, unless received
	types  []types.Type
	result *loc
	typ    types.Type // of the result, a tuple if there are several
	loose  bool
	// received: the receiver of a method of an interface is the first of args.
	received bool
	handed   bool            // to code that calls it at any time: only callers have to know
	given    bool            // callers provide what is called
	acts     bool            // it has an effect by numbers, see frame.acts
	shared   *sharedCopy     // the copy of a summary that makes the call, if calls share it
	control  *loc            // what decides whether it happens, nil if nobody asks
	common   *ssa.CallCommon // nil if the call is one of a callee
	texts    []taint.ArgText // what is known of its arguments then
	done     map[string]bool
}

// call reads a call instruction; v is its value, nil for go and defer.
func (f *frame) call(at ssa.Instruction, c *ssa.CallCommon, v *ssa.Call) {
	k := &call{at: at, pos: c.Pos(), origin: f.pos(c.Pos()), result: f.newLoc(), typ: c.Signature().Results(), common: c, done: make(map[string]bool)}
	if c.Signature().Results().Len() == 1 {
		k.typ = c.Signature().Results().At(0).Type()
	}
	if v != nil {
		k.result = f.value(v)
	} else {
		// Deferred calls run at the end, also of a function that panics; others at any time.
		k.loose = true
	}
	for _, a := range c.Args {
		k.args = append(k.args, f.value(a))
		k.types = append(k.types, a.Type())
	}
	if v != nil {
		f.checked(v)
	}
	f.passTyped(at, c, v)
	f.decide(k, c)
	switch callee := c.Value.(type) {
	case *ssa.Builtin:
		f.builtin(k, callee.Name(), c)
		return
	case *ssa.Function:
		f.apply(k, callee)
		return
	}
	if c.IsInvoke() {
		k.method, k.iface, k.key = c.Method.Name(), c.Method, library.KeyOf(c.Method)
		if f.isParam(c.Value.Type()) {
			f.collapse(f.value(c.Value), deeply)
		}
	}
	k.fun = f.ref(c.Value)
	if id, only := f.heldFunc(c.Value); id != "" {
		k.held, k.done[id] = id, true
		if f.applyValue(k, id); only {
			return
		}
	}
	f.calls = append(f.calls, k)
}

// passTyped says what types tell of the arguments and results of a call of code that is
// not read here, or not for these types.
func (f *frame) passTyped(at ssa.Instruction, c *ssa.CallCommon, v *ssa.Call) {
	read := false
	switch callee := c.Value.(type) {
	case *ssa.Builtin:
		return
	case *ssa.Function:
		read = f.summary(f.funcID(callee), f.fn) != nil
		if read && callee.Origin() == nil {
			return
		}
	}
	for _, a := range c.Args {
		f.handOver(a, f.value(a), at)
	}
	if v != nil && !read {
		f.born(v, v)
	}
}

// edgeAt returns an edge of call k.
func (f *frame) edgeAt(k *call, op taint.Op, name string, from, to *loc) edge {
	e := edge{from: from, to: to, at: k.at, loose: k.loose, via: k.via, acts: k.acts, shared: k.shared, fun: k.fun}
	if k.pos.IsValid() {
		e.hop, e.pos = taint.Hop{Op: op, Name: name}, k.pos
	}
	return e
}

// apply does what a call of fn does, which is known when the function is read.
func (f *frame) apply(k *call, fn *ssa.Function) {
	if f.filter(k, fn) {
		return
	}
	id := f.funcID(fn)
	if obj := funcid.Declared(fn); obj != nil && f.library(k, id, obj.Signature().Recv() != nil) {
		return
	}
	f.applyID(k, id, fn.Name())
}

// applyID does what a call of the function with an identity does.
func (f *frame) applyID(k *call, id, name string) {
	s := f.summary(id, f.fn)
	f.acts(k, id, name)
	if s == nil || len(s.Params) != len(k.args) {
		f.mayAffect(k, id, name)
		f.unknown(k, name)
		f.lendHeld(k, id)
		return
	}
	f.instantiate(k, s, name)
}

// resolve applies what the calls of f turn out to call, until no more turns out.
func (f *frame) resolve() {
	rounds := 0
	for more := true; more; rounds++ {
		if rounds == maxRounds {
			panic(errTooLarge)
		}
		more = f.callHanded()
		more = f.callOffered() || more
		f.markGiven()
		more = f.callLent() || more
		f.mergeCalls()
		for _, k := range f.calls { // those that this adds are for the next round
			if k.given = f.isGiven(k.fun); k.given && f.shared {
				f.collapse(k.result, tooLarge) // what it returns may be called in turn, and so on
				f.unify(k.result, k.fun)
			}
			if f.resolveCall(k) {
				more = true
			}
		}
	}
	f.mergeCalls()
}

// mergeCalls makes those calls one that callees do at one place of their code, that
// call one value, with the same texts as far as they are known, and that one instruction of f leads
// to. Functions that call themselves by way of values would go on collecting them otherwise. If calls
// are shared, neither the place matters nor the texts.
func (f *frame) mergeCalls() {
	for before := -1; before != len(f.calls); { // what is made one may make others one
		before = len(f.calls)
		f.mergeEqualCalls()
	}
	if f.shared { // in an order that does not depend on how they were found
		slices.SortStableFunc(f.calls, func(a, b *call) int {
			return cmp.Or(strings.Compare(a.method, b.method), len(a.args)-len(b.args), a.fun.find().id-b.fun.find().id)
		})
	}
}

func (f *frame) mergeEqualCalls() {
	type key struct {
		fun    *loc
		callAt callAt
		texts  string
	}
	first := make(map[key]*call)
	together := make(map[ssa.Instruction]bool) // where calls are that become one, whose time does not matter then
	f.dropTexts()
	var kept []*call
	for _, k := range f.calls {
		at := key{k.fun.find(), f.placeOf(k), k.shownTexts()}
		old := first[at]
		if old == nil {
			first[at] = k
			kept = append(kept, k)
			continue
		}
		if f.shared && k.at != old.at {
			together[old.at], together[k.at] = true, true
			if old.common != nil { // what its own arguments are says nothing of those of the other one
				old.common, old.texts, old.done, old.held = nil, nil, make(map[string]bool), ""
			}
		}
		stop := f.cross(f.shared || f.mixed[at.callAt])
		f.unify(old.result, k.result)
		for n, a := range k.args {
			f.unify(old.args[n], a)
		}
		stop()
		if old.held != k.held { // one of them has not run what the other one has
			delete(old.done, old.held)
			old.held = ""
		}
		old.loose, old.handed = old.loose || k.loose, old.handed && k.handed
		if k.control != nil && old.control != nil {
			f.unify(old.control, k.control)
		}
		old.key = max(old.key, k.key)
	}
	f.calls = kept
	if len(together) > 0 {
		f.loosen(together)
	}
}

// A callAt is where code does a call: what tells calls of one value from each other, but for their arguments.
type callAt struct {
	method string
	args   int
	origin graph.Pos
	at     ssa.Instruction
}

func (f *frame) placeOf(k *call) callAt {
	at := callAt{k.method, len(k.args), k.origin, k.at}
	if f.shared {
		at.origin, at.at = graph.Pos{}, nil
	}
	return at
}

// shownTexts returns what is known of the arguments of a call as one text.
func (k *call) shownTexts() string {
	var b strings.Builder
	for _, t := range k.texts {
		fmt.Fprintf(&b, "%d%s%c%q ", t.Last, t.Way, t.Kind, t.Text)
	}
	return b.String()
}

// maxTextsApart is how many calls from one place are told from each other by the texts that they give.
const maxTextsApart = 32

// dropTexts says that nothing is known of the arguments of calls from places from which there are too many. Who
// has been resolved with what was known before is resolved again.
func (f *frame) dropTexts() {
	apart := make(map[callAt]map[string]bool)
	for _, k := range f.calls {
		at := f.placeOf(k)
		if apart[at] == nil {
			apart[at] = make(map[string]bool)
		}
		if apart[at][k.shownTexts()] = true; len(apart[at]) > maxTextsApart {
			if f.mixed == nil {
				f.mixed = make(map[callAt]bool)
			}
			f.mixed[at] = true
		}
	}
	for _, k := range f.calls {
		if k.texts != nil && f.mixed[f.placeOf(k)] {
			k.texts, k.done, k.held = nil, make(map[string]bool), ""
		}
	}
}

func (f *frame) resolveCall(k *call) (more bool) {
	if k.handed {
		return false
	}
	obj := k.fun.find()
	if f.callees != nil && (k.given || f.isNoted(k, obj)) {
		more = f.provided(k)
	}
	obj = obj.find()
	if k.method == "" {
		for _, id := range slices.Clone(obj.funcs) {
			if !k.done[id] {
				k.done[id], more = true, true
				f.applyValue(k, id)
			}
		}
		if len(obj.funcs) == 0 && (!k.given || f.open) && !k.done[""] {
			k.done[""], more = true, true
			f.acts(k, "", "")
			f.mayAffect(k, "", "")
			n := *k // what the function has captured, it may return
			n.args, n.types = append([]*loc{f.holder(obj)}, k.args...), append([]types.Type{anyType}, k.types...)
			f.unknown(&n, "")
		}
		return more
	}
	return f.resolveMethod(k, obj) || more
}

// applyValue applies the function id, which k calls as a value: what it captured
// stands at the object. Methods become values by way of functions that call them.
func (f *frame) applyValue(k *call, id string) {
	if !f.library(k, id, false) {
		f.applyID(k, id, funcid.Name(id))
	}
}

// resolveMethod applies a method of an interface: that of the types that the value
// is known to hold, what the table says of the interface, and where neither says
// anything the methods of the package's types, as well as the fallback.
func (f *frame) resolveMethod(k *call, obj *loc) (more bool) {
	known := false
	apply := func(typ string, self *loc) {
		if !k.done[typ] {
			k.done[typ], more = true, true
			f.applyMethod(k, typ, self)
		}
	}
	for _, kid := range slices.Clone(obj.kids) {
		if kid.step[0] == '(' {
			known = true
			apply(strings.Trim(kid.step, "()"), f.kid(obj, kid.step))
		}
	}
	if rows := f.in.Table.Rows(k.key); k.key != "" && len(rows) > 0 {
		done := openRows
		if slices.ContainsFunc(rows, isClosed) {
			known, done = true, ""
		}
		if !k.done[done] {
			k.done[done], more = true, true
			f.libraryMethod(k, obj)
		}
	}
	if known && obj.collapsed == 0 || k.given && !f.open || k.done[""] {
		return more
	}
	k.done[""], more = true, true
	for _, typ := range f.implementers(k) {
		apply(typ, f.kid(obj, stepType(typ)))
	}
	f.methodMayAffect(k)
	recv := *k
	recv.received = true
	recv.args, recv.types = append([]*loc{f.holder(obj)}, k.args...), append([]types.Type{anyType}, k.types...)
	f.unknown(&recv, k.method)
	return more
}

// openRows says that a call has been told what rows say of its method that leave open
// what else it does. It is no type.
const openRows = "rows"

var anyType = types.Universe.Lookup("any").Type()

// holder returns a fresh reference to obj.
func (f *frame) holder(obj *loc) *loc {
	l := f.newLoc()
	f.unify(f.kid(l, stepRef), obj)
	return l
}

func (f *frame) applyMethod(k *call, typ string, self *loc) {
	m := *k
	m.args = append([]*loc{self}, k.args...)
	if t := f.typesByKey[typ]; t != nil {
		if fn := f.methodOf(t, k.method, k.iface); fn != nil {
			m.types = append([]types.Type{t}, declaredTypes(k, fn)...)
			f.apply(&m, fn)
			return
		}
		// A value without the method is in the interface because something else shares
		// its memory: it is not what is called.
		return
	}
	m.types = append([]types.Type{anyType}, k.types...)
	if s, _ := f.methodByName(typ, k.method); s != nil && len(s.Params) == len(m.args) {
		if strings.HasPrefix(typ, "*") && s.ByValue {
			m.args[0] = f.kid(self, stepRef)
		}
		f.instantiate(&m, s, k.method)
		return
	}
	f.methodMayAffect(k)
	f.unknown(&m, k.method)
}

// declaredTypes returns the types of the arguments of k, a call of a method: those that the method declares, where it is a call of a
// callee, which has not kept them. So code that is not known writes nothing into a text.
func declaredTypes(k *call, method *ssa.Function) []types.Type {
	declared := method.Signature.Params()
	if declared.Len() != len(k.types) {
		return k.types
	}
	out := slices.Clone(k.types)
	for n, t := range out {
		if at := declared.At(n).Type(); t == nil && !hasParam(at) {
			out[n] = at
		}
	}
	return out
}

// builtin does what a call of a builtin function does.
func (f *frame) builtin(k *call, name string, c *ssa.CallCommon) {
	f.toldByBuiltin(k, name, c)
	switch name {
	case "append":
		if lists := f.tableLists(c.Args[0]); lists != nil && hasTexts(c.Args[0]) { // there is no room behind what is in there
			f.copiesPlaces(k, name, c.Args[0])
		} else {
			f.unify(f.kid(k.args[0], stepRef), f.kid(k.result, stepRef))
		}
		f.edges = append(f.edges, f.edgeAt(k, taint.OpConvert, name, k.args[0], k.result))
		if len(k.args) < 2 {
			return
		}
		if hasTexts(c.Args[1]) {
			f.appends(k, name, c)
			return
		}
		f.copyElements(k, name, c.Args[1], f.kid(f.kid(k.result, stepRef), stepElem))
	case "copy":
		f.copyElements(k, name, c.Args[1], f.kid(f.kid(k.args[0], stepRef), stepElem))
	case "min", "max":
		for _, a := range k.args {
			f.move(k.typ, f.edgeAt(k, taint.OpConvert, name, a, k.result))
		}
	case "real", "imag", "complex":
		for _, a := range k.args {
			f.edges = append(f.edges, f.edgeAt(k, taint.OpConvert, name, a, k.result))
		}
	case "recover":
		f.move(anyType, f.edgeAt(k, taint.OpLoad, "panic", f.global(panicGlobal), k.result))
	case "ssa:wrapnilchk":
		f.move(k.typ, f.edgeAt(k, taint.OpConvert, "", k.args[0], k.result))
	case "Add", "Slice", "SliceData", "String", "StringData":
		f.derive(f.edgeAt(k, taint.OpConvert, name, k.args[0], k.result))
		f.unify(f.kid(k.args[0], stepRef), f.kid(k.result, stepRef))
	}
	// len, cap, delete, clear, close, print: nothing that counts as data.
}

// copyElements copies the elements of v, a slice or a string, to a cell.
func (f *frame) copyElements(k *call, name string, v ssa.Value, to *loc) {
	s, ok := under(v.Type()).(*types.Slice)
	if !ok {
		f.edges = append(f.edges, f.edgeAt(k, taint.OpStore, name, f.value(v), to))
		return
	}
	f.move(s.Elem(), f.edgeAt(k, taint.OpStore, name, f.kid(f.ref(v), stepElem), to))
}
