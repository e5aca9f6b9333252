package condition

// This file asks whether a number keeps its limit, and for values that show that it does not.

import (
	"go/token"
	"go/types"
	"math"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// Keeps reports whether a number that a function has keeps the limit, or what it was made of
// does, wherever an instruction runs. A proof of it has been checked. Of a limit that is a constant, all instructions of
// a block get the same answer.
func (r *Reader) Keeps(v ssa.Value, at ssa.Instruction) bool {
	n := r.root.value(v)
	if n.owes == nil {
		return false
	}
	asked := append(r.still(at), r.root.run(at.Block()), r.Not(n.owes))
	return r.Decide(r.given, asked).State == feasible.Impossible
}

// KeptProof returns the proof of what Keeps has said, a line for each step; nil for a proof over bits, and where the terms say it.
func (r *Reader) KeptProof(v ssa.Value, at ssa.Instruction) []string {
	n := r.root.value(v)
	asked := append(r.still(at), r.root.run(at.Block()), r.Not(n.owes))
	return r.Decide(r.given, asked).Proof.Words(r.called)
}

// Argument returns the field, of a struct or a pointer to one, that the argument is from which a number was made; ok is false if there
// is none, or more than one.
func (r *Reader) Argument(v ssa.Value) (t types.Type, index int, ok bool) {
	_, of, ok := r.argument(r.root.value(v))
	if !ok {
		return nil, 0, false
	}
	base, fields := home(of.value, of.fields)
	if len(fields) == 0 {
		return nil, 0, false
	}
	t = base.Type()
	for _, i := range fields[:len(fields)-1] {
		s, isStruct := structOf(t)
		if !isStruct {
			return nil, 0, false
		}
		t = s.Field(i).Type()
	}
	if _, isStruct := structOf(t); !isStruct {
		return nil, 0, false
	}
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = p.Elem()
	}
	return t, fields[len(fields)-1], true
}

// Reads reports whether a call is read in its place: what its function decides, the caller knows.
func (r *Reader) Reads(v *ssa.Call) bool { return r.root.inlined(v) != nil }

// A Showing is what lets a number through that does not keep its limit.
type Showing struct {
	// Sure: no code decides against Value, as far as this function goes.
	Sure bool
	// Looked: conditions that the block depends on look at the number, or it is no longer what it was.
	Looked bool
	// Value is what the argument is then, "Amount = -1", With what others are that are not zero, and Passed
	// what the number is that was made of it.
	Value  string
	With   []string
	Passed string
}

// Shows returns what lets a number, which is read in one block, through to an instruction without keeping the
// limit. It is not sure where that depends on more than the number.
func (r *Reader) Shows(v ssa.Value, read *ssa.BasicBlock, at ssa.Instruction) Showing {
	n := r.root.value(v)
	b := at.Block()
	runs := r.And(r.root.run(read), r.root.run(b))
	owes := n.owes
	if owes == nil {
		owes = r.Bool(false)
	}
	arg, of, ok := r.argument(n)
	if !ok {
		looked := r.root.lost || runs != r.Bool(true) || slices.ContainsFunc(feasible.Vars(owes), func(t *feasible.Term) bool { return r.origins[t].stored })
		return Showing{Looked: looked, Sure: !looked}
	}
	owes = r.withoutOthers(owes)
	s := &showing{Reader: r, arg: arg, of: of, at: b, runs: runs, breaks: r.And(append(r.still(at), runs, r.Not(owes))...), number: n}
	out := Showing{Looked: r.root.lost || s.looksAt() || n.t != arg.t}
	low, high := s.ends()
	good, bad := r.limit.beside(low, high)
	if r.options.Beside != nil { // the limit may be zero, then
		bad = append([]*big.Int{big.NewInt(1), big.NewInt(-1)}, bad...)
	}
	for _, x := range bad {
		value, ok := s.constantFor(x)
		if !ok {
			continue
		}
		if s.try(value, good, true, &out) {
			return out
		}
	}
	if a := r.Decide(r.given, []*feasible.Term{s.breaks}); a.State == feasible.Possible {
		s.try(r.Const(a.Model.Eval(arg.t)), good, false, &out)
	}
	return out
}

// withoutOthers returns a term that holds where owes does if all numbers but the argument are harmless.
func (r *Reader) withoutOthers(owes *feasible.Term) *feasible.Term {
	harmless := make(map[*feasible.Term]*feasible.Term)
	for _, t := range feasible.Vars(owes) {
		if r.origins[t].truth == isOther {
			harmless[t] = r.Bool(true)
		}
	}
	return r.Replace(owes, harmless)
}

// argument returns the variable that a number was made of and that is the argument, if it is one.
func (r *Reader) argument(n number) (arg number, of origin, ok bool) {
	var terms []*feasible.Term
	for _, t := range []*feasible.Term{n.t, n.owes} {
		if t != nil {
			terms = append(terms, t)
		}
	}
	for _, t := range feasible.Vars(terms...) {
		o := r.origins[t]
		if o.truth != "" || !o.call.isArgument(o) {
			continue
		}
		if ok {
			return arg, of, false // there are two
		}
		arg, of, ok = number{t: t, float: o.float}, o, true
	}
	return arg, of, ok
}

// A showing is a search for values.
type showing struct {
	*Reader
	arg    number
	of     origin
	at     *ssa.BasicBlock
	runs   *feasible.Term
	breaks *feasible.Term // the block runs, and the limit is not kept
	number number
}

// ends returns the smallest and the largest value of the argument, as integers.
func (s *showing) ends() (low, high *big.Int) {
	if !s.arg.float {
		return s.arg.t.Type().Range()
	}
	high, _ = big.NewFloat(math.MaxFloat64).Int(nil)
	return new(big.Int).Neg(high), high
}

// constantFor returns an integer as a value of the argument, if its type has it.
func (s *showing) constantFor(x *big.Int) (*feasible.Term, bool) {
	if s.arg.float {
		f, _ := new(big.Float).SetInt(x).Float64()
		return s.Int(feasible.Int64, place(f)), true
	}
	low, high := s.arg.t.Type().Range()
	if x.Cmp(low) < 0 || x.Cmp(high) > 0 {
		return nil, false
	}
	return s.constant(s.arg.t.Type(), x), true
}

// try reports whether the limit is broken with a value of the argument, and notes in out what
// shows it. It is sure if nothing lets a good value through and keeps this one out. Certain says that no limit lets the value
// through that is no constant, and that nobody has looked up.
func (s *showing) try(value *feasible.Term, good []*big.Int, certain bool, out *Showing) bool {
	is := s.Op(feasible.Equal, s.arg.t, value)
	a := s.Decide(s.given, []*feasible.Term{is, s.breaks})
	if a.State != feasible.Possible {
		return false
	}
	inputs := s.inputs()
	m := s.plainest(a.Model, is, inputs)
	out.Value = s.name(s.of) + " = " + s.arg.shown(a.Model.Eval(s.arg.t))
	out.Passed = s.number.shown(m.Eval(s.number.t))
	for _, t := range inputs {
		if s.origins[t].truth != "" || m.Eval(t).Int64() != 0 {
			out.With = append(out.With, s.shown(t, m))
		}
	}
	limits := s.shownReferences(m)
	out.With = append(out.With, limits...)
	out.Sure = (certain || s.limit.To != nil || len(limits) > 0) && s.isSure(value, good, inputs, m)
	return true
}

// plainest returns a model for which the argument is as some term says, with as many zeros for the other
// inputs as that allows.
func (s *showing) plainest(m feasible.Model, is *feasible.Term, inputs []*feasible.Term) feasible.Model {
	asked := []*feasible.Term{is, s.breaks}
	for _, t := range inputs {
		zero := s.Bool(false)
		if t.Type().IsInteger() {
			zero = s.Int(t.Type(), 0)
		}
		more := append(slices.Clip(asked), s.Op(feasible.Equal, t, zero))
		if a := s.Decide(s.given, more); a.State == feasible.Possible {
			m, asked = a.Model, more
		}
	}
	return m
}

// inputs returns the variables of the question that a model writes: other fields beside the argument.
func (s *showing) inputs() (out []*feasible.Term) {
	for _, t := range feasible.Vars(s.breaks) {
		o := s.origins[t]
		if t != s.arg.t && s.isBeside(o) && (o.truth == "" || strings.HasPrefix(o.truth, "== ")) {
			out = append(out, t)
		}
	}
	return out
}

// isSure reports whether no code decides against a value of the argument: there is nothing, apart from
// what the model writes, for which a good value gets to the block and this one does not.
func (s *showing) isSure(value *feasible.Term, good []*big.Int, inputs []*feasible.Term, m feasible.Model) bool {
	if s.root.lost || s.leavesLoops() {
		return false
	}
	this, that := make(map[*feasible.Term]*feasible.Term), make(map[*feasible.Term]*feasible.Term)
	for _, t := range inputs {
		this[t] = s.Const(m.Eval(t))
		that[t] = this[t]
	}
	this[s.arg.t] = value
	for i := range s.references {
		ref := &s.references[i]
		if ref.stays != nil && m.Eval(ref.ran).Holds() && !m.Eval(ref.stays).Holds() {
			return false // what it is now, nobody knows
		}
		this[ref.t] = s.Const(m.Eval(ref.t))
		that[ref.t] = this[ref.t]
	}
	for _, t := range feasible.Vars(s.runs, s.breaks) {
		if s.isEarlier(s.origins[t]) && !isDecoder(s.of.since) {
			return false // it may be the same number still
		}
		if this[t] == nil && s.depends(s.origins[t]) {
			this[t] = s.Var("again: "+t.String(), t.Type())
		}
	}
	for _, x := range good {
		other, ok := s.constantFor(x)
		if !ok {
			continue
		}
		that[s.arg.t] = other
		var given []*feasible.Term
		for _, g := range s.given {
			given = append(given, s.Replace(g, this), s.Replace(g, that))
		}
		passes, fails := s.Replace(s.runs, that), s.Not(s.Replace(s.breaks, this))
		if s.Decide(given, []*feasible.Term{passes, fails}).State != feasible.Impossible {
			return false
		}
	}
	return true
}

// leavesLoops reports whether a loop before the block may be left by a way of its own that depends on
// what the model writes: the condition of what comes behind a loop says nothing of its rounds.
func (s *showing) leavesLoops() bool {
	d := &dependence{showing: s, seen: make(map[variable]bool)}
	d.base, _ = home(s.of.value, s.of.fields)
	for head := range s.root.heads {
		if !head.Dominates(s.at) || head == s.at || leads(s.at, head) {
			continue
		}
		for _, b := range s.root.fn.Blocks {
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || b == head || !head.Dominates(b) || !leads(b, head) || leads(b.Succs[0], head) && leads(b.Succs[1], head) {
				continue
			}
			if d.on(s.root, branch.Cond, nil) {
				return true
			}
		}
	}
	return false
}

// shown returns what a variable is in a model, as Go writes it.
func (s *showing) shown(t *feasible.Term, m feasible.Model) string {
	o := s.origins[t]
	switch is := m.Eval(t); {
	case o.truth == "":
		return s.name(o) + " = " + number{t: t, float: o.float}.shown(is)
	case is.Holds():
		return s.name(o) + " " + o.truth
	default:
		return s.name(o) + strings.Replace(" "+o.truth, " ==", " !=", 1)
	}
}

// name returns what the program calls a variable.
func (r *Reader) name(o origin) string {
	t := o.value.Type()
	for i, n := range o.fields {
		of, ok := structOf(t)
		if !ok {
			break
		}
		t = of.Field(n).Type()
		if i == len(o.fields)-1 {
			return of.Field(n).Name()
		}
	}
	return named(o.value)
}

func named(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return named(v.X)
	case *ssa.IndexAddr:
		return named(v.X)
	case *ssa.FieldAddr:
		if t, ok := structOf(v.X.Type()); ok {
			return t.Field(v.Field).Name()
		}
	case *ssa.Field:
		if t, ok := structOf(v.X.Type()); ok {
			return t.Field(v.Field).Name()
		}
	case *ssa.Alloc:
		return v.Comment
	}
	return v.Name()
}

// home returns the value that a variable is a part of, and which part.
func home(v ssa.Value, parts []int) (ssa.Value, []int) {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			base, fields := within(v.X)
			return home(base, slices.Concat(fields, parts))
		}
	case *ssa.FieldAddr:
		base, fields := within(v)
		return base, slices.Concat(fields, parts)
	case *ssa.Field:
		return home(v.X, slices.Concat([]int{v.Field}, parts))
	case *ssa.Alloc:
		// A parameter that has been put into memory as a whole.
		for _, ref := range *v.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(v) {
				if p, ok := s.Val.(*ssa.Parameter); ok {
					return p, parts
				}
			}
		}
	}
	return v, parts
}

// isBeside reports whether a variable is a field beside the argument, as the model has written it.
func (s *showing) isBeside(o origin) bool {
	if o.call != s.of.call {
		return false
	}
	base, parts := home(o.value, o.fields)
	of, other := home(s.of.value, s.of.fields)
	last := len(parts) - 1
	return !o.stored && base == of && last >= 0 && len(parts) == len(other) &&
		slices.Equal(parts[:last], other[:last]) && parts[last] != other[last]
}

// looksAt reports whether the condition of the block depends on the argument.
func (s *showing) looksAt() bool {
	return slices.ContainsFunc(feasible.Vars(s.runs), func(t *feasible.Term) bool { return t == s.arg.t || s.depends(s.origins[t]) })
}

// maxTrace is how many values a variable is traced back through.
const maxTrace = 200

// depends reports whether a variable may be another one where the argument is another: what was made
// of it, or of all that it lies in.
func (s *showing) depends(o origin) bool {
	if o.value == nil {
		return true
	}
	if s.isBeside(o) || o.memory && o.truth == "== nil" {
		return false // what a pointer leads to does not say whether there is one
	}
	d := &dependence{showing: s, seen: make(map[variable]bool)}
	d.base, d.parts = home(s.of.value, s.of.fields)
	if o.call == s.of.call && s.isEarlier(o) {
		return false
	}
	return d.on(o.call, o.value, o.fields)
}

// isEarlier reports whether a variable is what was at the place of the argument before that was written
// there.
func (s *showing) isEarlier(o origin) bool {
	base, parts := home(o.value, o.fields)
	of, other := home(s.of.value, s.of.fields)
	return base == of && slices.Equal(parts, other) && o.since != s.of.since && s.of.since != nil &&
		(o.since == nil || o.since.Block() != s.of.since.Block() && o.since.Block().Dominates(s.of.since.Block()))
}

type dependence struct {
	*showing
	base  ssa.Value
	parts []int
	seen  map[variable]bool
}

// on reports whether a part of a value depends on the argument.
func (d *dependence) on(c *call, v ssa.Value, parts []int) bool {
	if c == d.of.call {
		if base, all := home(v, parts); base == d.base {
			n := min(len(all), len(d.parts))
			return slices.Equal(all[:n], d.parts[:n])
		}
	}
	if d.seen[variable{call: c, value: v}] {
		return false
	}
	d.seen[variable{call: c, value: v}] = true
	if len(d.seen) > maxTrace {
		return true
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.FreeVar, *ssa.Function, *ssa.Builtin:
		return false
	case *ssa.Parameter:
		return c.parent != nil && d.on(c.parent, c.argument(v), nil)
	case *ssa.Alloc:
		return d.stored(c, v)
	case *ssa.Call:
		if isDecoder(v) {
			return false // it reads what the model wrote, whatever that is
		}
		if in := c.calls[v]; in != nil && slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return d.on(c, a, nil) }) {
			return true
		}
	case *ssa.Phi:
		if d.decided(c, v) {
			return true
		}
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return true
	}
	var operands [8]*ssa.Value
	return slices.ContainsFunc(instr.Operands(operands[:0]), func(o *ssa.Value) bool { return *o != nil && d.on(c, *o, nil) })
}

// isDecoder reports whether an instruction calls what reads JSON.
func isDecoder(i ssa.Instruction) bool {
	c, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "encoding/json"
}

// stored reports whether what is stored in a variable, or in a part of it, depends on the argument.
func (d *dependence) stored(c *call, v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			return d.on(c, ref.Val, nil)
		case *ssa.FieldAddr:
			return d.stored(c, ref)
		case *ssa.IndexAddr:
			return d.stored(c, ref)
		case *ssa.Call: // what is there may have been read with it
			return slices.ContainsFunc(ref.Call.Args, func(a ssa.Value) bool { return a != v && d.on(c, a, nil) })
		}
		return false
	})
}

// decided reports whether what chooses the value of a phi depends on the argument.
func (d *dependence) decided(c *call, phi *ssa.Phi) bool {
	from := phi.Block().Idom()
	return from == nil || slices.ContainsFunc(c.fn.Blocks, func(b *ssa.BasicBlock) bool {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		return ok && from.Dominates(b) && (b == from || !phi.Block().Dominates(b) || leads(b, phi.Block())) && d.on(c, branch.Cond, nil)
	})
}

// String returns the values of s as a reader sees them, that of the argument first.
func (s Showing) String() string { return strings.Join(append([]string{s.Value}, s.With...), ", ") }
