package condition

// This file asks whether a number that a function puts into a struct keeps a limit where it hands the struct over.

import (
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// An Obligation is what is known of a number that is handed over, and of its limit.
type Obligation struct {
	Doubt Doubt // why nothing is known; NoDoubt if it is
	Kept  bool  // it keeps the limit wherever the call runs: this has been proved
	// Unreached: no run comes to the call, so that it says nothing that the limit is kept. This has been proved.
	Unreached bool
	Proof     []string // of Kept, a line for each step; nil for a proof over bits, and where the terms say it
	Values    string   // for which it does not keep the limit, "amount = -1, balance = 0", "" if none were found
	Since     token.Pos
}

// A Doubt says why it is not known whether a limit is kept.
type Doubt uint8

const (
	NoDoubt      Doubt = iota
	DoubtNumber        // how the number comes about is not understood
	DoubtChanged       // the limit may have changed since it was read: at Since, if that is known
	DoubtInputs        // the values that show it hang on code that is not followed
	DoubtHard          // the question is too hard
	DoubtWhose         // it keeps a limit, and whose limit is meant is not known
)

// Handed says whether a field of a struct keeps the limit where a call runs: arg is an argument of the call, the struct or a
// pointer to one, and path leads to the field, through structs within it. Anything reports whether callers may give a parameter, or
// fields of it, any value.
func (r *Reader) Handed(arg ssa.Value, path []int, at ssa.Instruction, anything func(*ssa.Parameter, []int) bool) Obligation {
	of, typ, ok := fieldAt(arg.Type(), path)
	if !ok || r.root.lost {
		return Obligation{Doubt: DoubtNumber}
	}
	outer, field := path[:len(path)-1], path[len(path)-1]
	n := r.handedIn(arg, of, path, at)
	if r.options.Beside != nil {
		if other, ok := r.options.Beside(typ, field); ok {
			limit := r.handedIn(arg, of, append(slices.Clip(outer), other), at)
			n.limit = &limit
		}
	}
	all := r.references
	r.references = slices.DeleteFunc(slices.Clone(all), func(ref reference) bool { return !r.precedes(&ref, at) })
	defer func() { r.references = all }()
	kept := r.keepsLimit(n)
	if kept == nil {
		return Obligation{Doubt: DoubtNumber}
	}
	runs := r.root.run(at.Block())
	still := r.still(at)
	r.learnLoops()
	a := r.Decide(r.given, append(slices.Clip(still), runs, r.Not(kept)))
	switch a.State {
	case feasible.Impossible:
		out := Obligation{Kept: true, Proof: a.Proof.Words(r.called)}
		out.Unreached = r.Decide(r.given, append(slices.Clip(still), runs)).State == feasible.Impossible
		return out
	case feasible.Unknown:
		return Obligation{Doubt: DoubtHard}
	}
	return r.unkept(&handing{of.Field(field).Name(), n, kept, runs, still, at, anything})
}

// A handing is a number that is handed over, and what is asked of it.
type handing struct {
	name       string // of the field
	number     number
	kept, runs *feasible.Term
	still      []*feasible.Term
	at         ssa.Instruction
	anything   func(*ssa.Parameter, []int) bool
}

// fieldAt returns the struct that has the field to which a path leads from a struct, or a pointer to one, and its type.
func fieldAt(t types.Type, path []int) (of *types.Struct, typ types.Type, ok bool) {
	for n, i := range path {
		if of, ok = structOf(t); !ok || i >= of.NumFields() {
			return nil, nil, false
		}
		if _, isPointer := t.Underlying().(*types.Pointer); isPointer && n > 0 {
			return nil, nil, false
		}
		typ, t = t, of.Field(i).Type()
	}
	return of, typ, len(path) > 0
}

// handedIn returns the number in a field of a struct that is handed over; of is the struct that has the field.
func (r *Reader) handedIn(arg ssa.Value, of *types.Struct, path []int, at ssa.Instruction) number {
	typ := of.Field(path[len(path)-1]).Type()
	if _, isPointer := arg.Type().Underlying().(*types.Pointer); isPointer {
		base, outer := within(arg)
		return r.root.at(spot{base, append(outer, path...), at, typ})
	}
	return r.root.part(arg, path, typ)
}

// precedes reports whether a reference may be made before an instruction of the function that is read runs.
func (r *Reader) precedes(ref *reference, at ssa.Instruction) bool {
	made := ref.at
	for c := ref.in; c.parent != nil; c = c.parent {
		made = c.callAt
	}
	if made.Block() == at.Block() && slices.Index(at.Block().Instrs, made) < slices.Index(at.Block().Instrs, at) {
		return true
	}
	return leads(made.Block(), at.Block())
}

// unkept returns values for which a number does not keep the limit.
func (r *Reader) unkept(h *handing) Obligation {
	asked := append(slices.Clip(h.still), h.runs, r.Not(h.kept))
	if r.whose != nil && r.Decide(r.given, append(slices.Clip(asked), r.whose)).State == feasible.Impossible {
		return Obligation{Doubt: DoubtWhose}
	}
	if r.options.IsLimit != nil {
		// A limit that was not looked up may be any: what none lets through is what breaks it.
		var looked []*feasible.Term
		for i := range r.references {
			ref := &r.references[i]
			looked = append(looked, ref.ran)
			if ref.stays != nil {
				if a := r.Decide(r.given, append(slices.Clip(asked), ref.ran, ref.stays)); a.State == feasible.Possible {
					continue
				}
				return Obligation{Doubt: DoubtChanged, Since: r.changed(ref, h.at)}
			}
		}
		if some := r.Or(looked...); r.Decide(r.given, append(slices.Clip(asked), some)).State == feasible.Possible {
			asked = append(asked, some)
		} else if end, ok := r.beyond(h.number); ok {
			asked = append(asked, end)
		} else {
			return Obligation{Doubt: DoubtHard}
		}
	}
	inputs := r.inputsOf(asked, h.anything)
	m, ok := r.plainestOf(asked, inputs)
	if !ok {
		return Obligation{Doubt: DoubtHard}
	}
	values := r.valuesOf(h, inputs, m)
	if !r.decidedBy(asked, inputs, m) {
		return Obligation{Doubt: DoubtInputs, Values: values}
	}
	return Obligation{Values: values}
}

// beyond returns the term for that a number is one that no limit lets through.
func (r *Reader) beyond(n number) (*feasible.Term, bool) {
	if n.float || n.t == nil || r.limit.Op == "==" {
		return nil, false
	}
	low, high := n.t.Type().Range()
	if strings.HasPrefix(r.limit.Op, ">") {
		high = low
	}
	return r.Op(feasible.Equal, n.t, r.constant(n.t.Type(), high)), true
}

// changed returns where something may have written to what a reference was read of.
func (r *Reader) changed(ref *reference, at ssa.Instruction) token.Pos {
	load, ok := ref.value.(*ssa.UnOp)
	if !ok || ref.in != r.root {
		return token.NoPos
	}
	base, fields := within(load.X)
	if of, given := r.root.placed(spot{base, fields, at, load.Type()}); given == nil && of.since != nil && of.since != at {
		return of.since.Pos()
	}
	return token.NoPos
}

// inputsOf returns the variables of some terms that whoever calls the function decides, and the limits that it looks up.
func (r *Reader) inputsOf(asked []*feasible.Term, anything func(*ssa.Parameter, []int) bool) (out []*feasible.Term) {
	all := slices.Concat(asked, r.given)
	for _, t := range feasible.Vars(all...) {
		o := r.origins[t]
		if o.truth == isOther || o.stored || o.call != r.root && o.call != nil {
			continue
		}
		base, fields := home(o.value, o.fields)
		p, isParam := base.(*ssa.Parameter)
		isLimit := r.options.IsLimit != nil && r.options.IsLimit(o.value)
		if r.isFlag(t) {
			continue
		}
		if isLimit || isParam && o.since == nil && anything(p, fields) {
			out = append(out, t)
		}
	}
	return out
}

// isFlag reports whether a variable says something of a reference, and is not its value.
func (r *Reader) isFlag(t *feasible.Term) bool {
	return slices.ContainsFunc(r.references, func(ref reference) bool { return t == ref.ran || t == ref.stays || t == ref.nan })
}

// plainestOf returns a model in which the inputs are as easy to read as what is asked allows.
func (r *Reader) plainestOf(asked, inputs []*feasible.Term) (feasible.Model, bool) {
	a := r.Decide(r.given, asked)
	if a.State != feasible.Possible {
		return nil, false
	}
	m := a.Model
	constants := feasible.Integers(asked...)
	tried := 0
	for _, t := range inputs {
		for _, plain := range r.plain(t, constants) {
			if tried++; tried > maxTried {
				return m, true
			}
			more := append(slices.Clip(asked), r.Op(feasible.Equal, t, plain))
			a := r.Decide(r.given, more)
			if a.State == feasible.Unknown {
				return m, true
			}
			if a.State == feasible.Possible {
				m, asked = a.Model, more
				break
			}
		}
	}
	return m, true
}

// maxTried is how many values are tried for one that is easy to read.
const maxTried = 80

// maxPlain is how many constants of a question are tried for a value that shows something.
const maxPlain = 6

// plain returns the values of a variable that are easy to read: zero, those of the question, and the ends of its type.
func (r *Reader) plain(t *feasible.Term, constants []*big.Int) (out []*feasible.Term) {
	if !t.Type().IsInteger() {
		return []*feasible.Term{r.Bool(false)}
	}
	low, high := t.Type().Range()
	list := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(-1)}
	for _, c := range constants[:min(len(constants), maxPlain)] {
		list = append(list, c, new(big.Int).Add(c, big.NewInt(1)), new(big.Int).Sub(c, big.NewInt(1)))
	}
	for _, x := range append(list, high, low) {
		if x.Cmp(low) >= 0 && x.Cmp(high) <= 0 {
			out = append(out, r.constant(t.Type(), x))
		}
	}
	return out
}

// decidedBy reports whether the inputs alone, as a model has them, decide what is asked.
func (r *Reader) decidedBy(asked, inputs []*feasible.Term, m feasible.Model) bool {
	as := make(map[*feasible.Term]*feasible.Term)
	for _, t := range inputs {
		as[t] = r.Const(m.Eval(t))
	}
	for i := range r.references { // they follow from the rest
		ref := &r.references[i]
		for _, t := range []*feasible.Term{ref.t, ref.ran, ref.stays, ref.nan} {
			if t != nil {
				as[t] = r.Const(m.Eval(t))
			}
		}
	}
	var open []*feasible.Term
	for _, t := range asked {
		open = append(open, r.Replace(t, as))
	}
	all := r.And(open...)
	if len(feasible.Vars(all)) == 0 {
		return all == r.Bool(true)
	}
	return r.Decide(nil, []*feasible.Term{r.Not(all)}).State == feasible.Impossible
}

// valuesOf returns what the inputs are in a model, and what the number is, and its limit if that is another field.
func (r *Reader) valuesOf(h *handing, inputs []*feasible.Term, m feasible.Model) string {
	var out []string
	for _, t := range inputs {
		if r.isReference(t) {
			continue
		}
		o := r.origins[t]
		if v := r.called(t) + " = " + (number{t: t, float: o.float}).shown(m.Eval(t)); o.truth == "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	for i := range r.references {
		ref := &r.references[i]
		if v := r.options.LimitName + " = " + ref.shown(m.Eval(ref.t)); m.Eval(ref.ran).Holds() && !slices.Contains(out, v) && !r.isNamed(ref, inputs) {
			out = append(out, v)
		}
	}
	n := h.number
	if n.limit != nil && !slices.Contains(inputs, n.limit.t) {
		out = append(out, r.options.LimitName+" = "+n.limit.shown(m.Eval(n.limit.t)))
	}
	switch is := n.shown(m.Eval(n.t)); {
	case slices.Contains(inputs, n.t):
	case len(out) == 0, n.limit != nil && n.t.IsConst():
		out = append(out, h.name+" = "+is)
	default:
		out = append(out, "which makes "+is)
	}
	return strings.Join(out, ", ")
}

// isReference reports whether a variable is the value of a reference.
func (r *Reader) isReference(t *feasible.Term) bool {
	return slices.ContainsFunc(r.references, func(ref reference) bool { return ref.t == t })
}

// isNamed reports whether a reference is read of one of the inputs.
func (r *Reader) isNamed(ref *reference, inputs []*feasible.Term) bool {
	n := ref.in.value(ref.value)
	return slices.Contains(inputs, n.t)
}

// called returns what the program calls a variable.
func (r *Reader) called(t *feasible.Term) string {
	if t == r.whose {
		return "of all that have a " + r.options.LimitName + ", it is the one that was read"
	}
	for i := range r.references {
		switch ref := &r.references[i]; t {
		case ref.t:
			return "the limit " + r.options.LimitName
		case ref.ran:
			return r.options.LimitName + " was read"
		case ref.stays:
			return r.options.LimitName + " stays what it was"
		case ref.nan:
			return r.options.LimitName + " is no number"
		}
	}
	o := r.origins[t]
	if o.truth != "" {
		return r.name(o) + " " + o.truth
	}
	return r.name(o)
}
