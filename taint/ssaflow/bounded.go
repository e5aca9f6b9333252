package ssaflow

// This file follows numbers that the program says keep a limit: what a model writes into a field
// with a bound tag. Package condition knows what a function shows of them.

import (
	"cmp"
	"go/constant"
	"go/types"
	"math/big"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/condition"
)

// An Act says whether code has an effect by what it is given.
type Act uint8

const (
	ActNone Act = iota
	ActMay      // for all that is known
	ActDoes
)

// claims returns those of labels that say something of what a model writes: that it is confined, or
// keeps a limit.
func claims(labels taint.Labels) (out taint.Labels) {
	for _, l := range labels {
		if s := (taint.Source{Labels: taint.Labels{l}}); s.IsClaim() {
			out = append(out, l)
		}
	}
	return out
}

// boundLabels returns the labels of a field for the limits that its tag names.
func (p *program) boundLabels(t types.Type, index int) (out taint.Labels) {
	bounds := p.fieldTag(t, index).Bounds
	if len(bounds) == 0 {
		return nil
	}
	field := under(t).(*types.Struct).Field(index)
	number := numberIn(field.Type())
	if number == nil {
		return nil
	}
	for _, l := range bounds {
		label := taint.Bounded(l.String(), "")
		if field.Pkg() != nil && len(namedIn(field.Pkg(), l.Of)) > 0 {
			label = taint.BoundedBy(l.Op, field.Pkg().Path(), l.Of)
		}
		if sibling(under(t).(*types.Struct), index, l.Of) >= 0 {
			label = taint.Bounded(l.Op+" "+taint.LimitArgument, l.Of)
		}
		if to := limitValue(field, l); to != nil {
			if !(condition.Limit{Op: l.Op, To: to}).CanBreak(number) {
				continue
			}
			of := l.Of
			if of == to.String() {
				of = ""
			}
			label = taint.Bounded(l.Op+" "+to.String(), of)
		}
		out = append(out, label)
	}
	return taint.NewLabels(out...)
}

// sibling returns the other field of a struct that has a name, in Go or in JSON, -1 for none.
func sibling(s *types.Struct, index int, name string) int {
	for i := range s.NumFields() {
		inJSON, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
		if i != index && (s.Field(i).Name() == name || inJSON == name) {
			return i
		}
	}
	return -1
}

// namedIn returns what a package calls by a name, by which a tag may mean a limit: a function or a variable; else methods and
// fields of its types. Of one type alone they are as Type.name; so are fields that JSON is decoded into, as a model may have written that.
func namedIn(pkg *types.Package, name string) (out []types.Object) {
	switch obj := pkg.Scope().Lookup(name).(type) {
	case *types.Func, *types.Var:
		return []types.Object{obj}
	}
	of, member, one := strings.Cut(name, ".")
	if !one {
		of, member = "", name
	}
	for _, known := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(known).(*types.TypeName)
		if !ok || of != "" && known != of {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok {
			continue
		}
		for m := range named.Methods() {
			if m.Name() == member {
				out = append(out, m)
			}
		}
		switch u := named.Underlying().(type) {
		case *types.Struct:
			for i := range u.NumFields() {
				if f := u.Field(i); f.Name() == member && (one || reflect.StructTag(u.Tag(i)).Get("json") == "") {
					out = append(out, f)
				}
			}
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				if m.Name() == member {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// limitValue returns the constant that a limit of a field names, nil for none.
func limitValue(field *types.Var, l graph.Limit) *big.Int {
	if to, ok := new(big.Int).SetString(l.Of, 10); ok {
		return to
	}
	if field.Pkg() == nil {
		return nil
	}
	named, ok := field.Pkg().Scope().Lookup(l.Of).(*types.Const)
	if !ok {
		return nil
	}
	to, ok := new(big.Int).SetString(constant.ToInt(named.Val()).ExactString(), 10)
	if !ok {
		return nil
	}
	return to
}

// numberIn returns the type of the numbers that a value of type t is, refers to or lists; nil if
// there are none.
func numberIn(t types.Type) types.Type {
	for range maxNesting {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&(types.IsInteger|types.IsFloat) == 0 {
				return nil
			}
			return t
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return nil
		}
	}
	return nil
}

// limits returns the labels of all limits that values of the package are said to keep, in order. Most
// packages have none.
func (p *program) limits() taint.Labels {
	if p.boundsRead || p.in.Pkg == nil || p.in.Acts == nil {
		return p.bounds
	}
	p.boundsRead = true
	seen := make(map[types.Type]bool)
	var note func(t types.Type)
	note = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			note(u.Elem())
		case *types.Slice:
			note(u.Elem())
		case *types.Struct:
			for i := range u.NumFields() {
				p.bounds = p.bounds.Union(p.boundLabels(t, i))
				note(u.Field(i).Type())
			}
		}
	}
	for _, fn := range declared(p.in.Pkg) {
		for _, v := range fn.Params {
			note(v.Type())
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					note(v.Type())
				}
			}
		}
	}
	return p.bounds
}

// acts says of a call of a function that is not read in this package that numbers may have an effect
// by it.
func (f *frame) acts(k *call, id, name string) {
	if len(f.limits()) == 0 || f.fn == nil || f.funcs[id] != nil {
		return
	}
	if makesError(k.at) { // in which a number says what was wrong
		f.lists(k.argument(len(k.args) - 1))
		return
	}
	how := f.in.Acts(id)
	if how == ActDoes && f.summaryOf(id) != nil {
		how = ActMay // it may look at the number itself
	}
	if how == ActNone {
		return
	}
	sink := taint.Sink{Name: name, Kind: taint.KindAct}
	if id != "" {
		sink.Name = funcid.Key(id)
	}
	if how == ActMay {
		sink.Kind = taint.KindMayAct
	}
	for n, arg := range k.args {
		if list := k.listed(n); list != nil {
			f.actsOn(k, sink, name, list)
			f.lists(k.argument(n))
			continue
		}
		if t := k.types[n]; t != nil && !holdsNumber(t, 0) {
			continue
		}
		to := sink
		if f.isOwner(k, n) {
			to.Kind = taint.KindMayAct // what it does with itself, it was set up for
		}
		f.addSink(to, arg, f.site(k, taint.OpSink, name))
	}
	k.acts = true
}

// actsOn is acts for a list of arguments that the call shows: each is looked at by itself, and the list
// belongs to the call.
func (f *frame) actsOn(k *call, sink taint.Sink, name string, list []ssa.Value) {
	for _, v := range list {
		if v = f.unboxed(v); holdsNumber(v.Type(), 0) {
			f.addSink(sink, f.value(v), f.site(k, taint.OpSink, name))
		}
	}
}

// lists notes a list of arguments.
func (f *frame) lists(v ssa.Value) {
	if s, ok := v.(*ssa.Slice); ok {
		if f.acted == nil {
			f.acted = make(map[ssa.Value]bool)
		}
		f.acted[s.X] = true
	}
}

// makesError reports whether an instruction makes an error.
func makesError(at ssa.Instruction) bool {
	c, ok := at.(*ssa.Call)
	return ok && isNewError(c)
}

// isListedForAct reports whether an instruction puts a value into a list of arguments for what has an
// effect.
func (f *frame) isListedForAct(at ssa.Instruction) bool {
	switch at := at.(type) {
	case *ssa.Store:
		element, ok := at.Addr.(*ssa.IndexAddr)
		boxed, _ := at.Val.(*ssa.MakeInterface)
		return ok && f.acted[element.X] && (boxed == nil || f.unboxed(boxed) == boxed.X)
	case *ssa.MakeInterface:
		refs := *at.Referrers()
		return len(refs) == 1 && f.isListedForAct(refs[0])
	}
	return false
}

// summaryOf returns the summary of a function of another package, nil if there is none.
func (f *frame) summaryOf(id string) *taint.Summary {
	if id == "" {
		return nil
	}
	return f.summary(id, f.fn)
}

// isOwner reports whether argument n of a call is the receiver of a method, and is not made in the
// function.
func (f *frame) isOwner(k *call, n int) bool {
	if n > 0 || k.common == nil || k.common.Signature().Recv() == nil || k.common.IsInvoke() {
		return n == 0 && k.received
	}
	switch root(k.common.Args[0]).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// holdsNumber reports whether a value of type t may have a number of a caller in it, as such or as a
// text.
func holdsNumber(t types.Type, depth int) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsBoolean == 0
	case *types.Struct:
		if depth > maxFields {
			return true
		}
		for field := range u.Fields() {
			if holdsNumber(field.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Signature, *types.Chan:
		return false
	case *types.Interface:
		return !isError(t) && !isContext(t)
	}
	return true
}

// keepsNumber: a number is stored where it outlives the call of the tool: in a variable of a package,
// or in what the function that handles the arguments is a method of, or has captured. What becomes of one
// in a struct, or in a channel, is not known.
func (f *frame) keepsNumber(at ssa.Instruction, addr, val ssa.Value) {
	_, isSend := at.(*ssa.Send)
	number := numberIn(val.Type()) != nil
	if len(f.limits()) == 0 || !number && !isStruct(val.Type()) {
		return
	}
	name := addressName(addr)
	switch from := root(addr).(type) {
	case *ssa.Global:
		name = cmp.Or(name, from.Name())
	case *ssa.Parameter:
		if isSend {
			name = cmp.Or(name, from.Name())
			break
		}
		if f.fn.Signature.Recv() == nil || from != f.fn.Params[0] || !f.handlesLimits(f.fn) || f.isTagged(from.Type()) {
			return
		}
	case *ssa.FreeVar:
		if !f.handlesLimits(f.fn) || f.handlesLimits(f.fn.Parent()) {
			return
		}
		name = cmp.Or(name, from.Name())
	default:
		return
	}
	e := edge{at: at, hop: f.hop(taint.OpSink, name, at.Pos())}
	sink := taint.Sink{Name: name, Kind: taint.KindAct, Title: taint.TitleStored}
	if isSend || !number { // somebody else takes it out
		sink.Kind = taint.KindMayAct
	}
	f.addSink(sink, f.value(val), e)
}

// handlesLimits reports whether a function has a value of a type with a bound tag.
func (p *program) handlesLimits(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	has := func(v ssa.Value) bool { return p.isTagged(v.Type()) }
	for _, v := range fn.Params {
		if has(v) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && has(v) {
				return true
			}
		}
	}
	return false
}

// isTagged reports whether a type is a struct with a bound tag, or points to one.
func (p *program) isTagged(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if len(p.fieldTag(t, i).Bounds) > 0 {
			return true
		}
	}
	return false
}
