package trial

// This file tries functions with commands.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A Tried is what a function says of each of Commands that it is given for one parameter: a result of it, if that
// is not the same for all. What other parameters are is left open.
type Tried struct {
	Param, Result int
	Field         string   // of a result that is a struct, or points to one; else ""
	Says          []string // the constants, truth values (true, false) or errors (nil, some) that it says
	Answers
}

// SaysOf returns what the function says of a command.
func (t *Tried) SaysOf(command int) string { return t.Says[t.Of[command]] }

// maxTried is how many instructions all runs of a function may take for one parameter.
const maxTried = 2_000_000

// Try tries a function of the package with each of Commands, for each of its parameters that is a text. It returns nothing for a
// function that is no check, or of which it is not known what it says of each of them.
func (r *Runner) Try(fn *ssa.Function) (out []Tried) {
	results := fn.Signature.Results()
	if fn.Blocks == nil || results.Len() == 0 || results.Len() > 3 || !mayCheck(fn) {
		return nil
	}
	for p, param := range fn.Params {
		if as := textAs(param.Type()); as != nil && (p > 0 || fn.Signature.Recv() == nil) {
			out = append(out, r.tryParam(fn, p, as)...)
		}
	}
	return out
}

// textAs returns how a parameter of type t is given a command: as a text, or as each of the arguments of a tool. It is nil for others.
func textAs(t types.Type) func(text string) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.String {
			return func(text string) value { return text }
		}
	case *types.Map:
		if key, ok := u.Key().Underlying().(*types.Basic); ok && key.Kind() == types.String {
			return func(text string) value { return arguments(text) }
		}
	case *types.Slice:
		if elem, ok := u.Elem().Underlying().(*types.Basic); ok && elem.Kind() == types.Uint8 {
			return func(text string) value { return arguments(text) }
		}
	}
	return nil
}

// receiver returns what a method is tried with: what the only function of the package returns that makes one, whatever it is given. Each
// call has its own, as methods may change it.
func (r *Runner) receiver(t types.Type) value {
	maker, ok := r.makers[t]
	if !ok {
		maker = r.makerOf(t)
		if r.makers == nil {
			r.makers = make(map[types.Type]*ssa.Function)
		}
		r.makers[t] = maker
	}
	if maker == nil {
		return unknown{}
	}
	args := make([]value, len(maker.Params))
	for i := range args {
		args[i] = unknown{}
	}
	got, _, ok := r.call(maker, args, nil)
	if !ok {
		r.makers[t] = nil
		return unknown{}
	}
	return got[0]
}

// makerOf returns the only function of the package that returns values of a type first, nil if there is none or there are several.
func (r *Runner) makerOf(t types.Type) (maker *ssa.Function) {
	for _, fn := range r.funcs {
		results := fn.Signature.Results()
		switch {
		case fn.Parent() != nil || fn.Signature.Recv() != nil || results.Len() == 0 || !types.Identical(results.At(0).Type(), t):
		case maker != nil:
			return nil
		default:
			maker = fn
		}
	}
	return maker
}

// mayCheck reports whether a function says something of a kind that a check says.
func mayCheck(fn *ssa.Function) bool {
	return len(verdicts(fn.Signature.Results())) > 0
}

// verdicts returns what of the results of a function may be what a check says, each without what it says.
func verdicts(results *types.Tuple) (out []Tried) {
	for i := range results.Len() {
		t := results.At(i).Type()
		if isVerdict(t) {
			out = append(out, Tried{Result: i})
			continue
		}
		if p, ok := t.Underlying().(*types.Pointer); ok { // nil may say that there is nothing to say
			out = append(out, Tried{Result: i})
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if isVerdict(f.Type()) {
				out = append(out, Tried{Result: i, Field: f.Name()})
			}
		}
	}
	return out
}

// isVerdict reports whether a check may say what it thinks of a text by a value of type t: a truth value, an error, or one of some that
// have a type of their own.
func isVerdict(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		_, isNamed := types.Unalias(t).(*types.Named)
		return b.Kind() == types.Bool || isNamed && b.Info()&(types.IsString|types.IsInteger) != 0
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// maxSettings is how many ways through a function are tried that settings open.
const maxSettings = 16

// tryParam tries a function with each of Commands for one parameter. Where a setting decides what it looks at, it is tried with the first way of
// that, of those that it may have, in which it tells commands from each other.
func (r *Runner) tryParam(fn *ssa.Function, p int, as func(text string) value) []Tried {
	before := r.spent
	for open, tries := []settings{nil}, 0; len(open) > 0 && tries < maxSettings && r.spent-before <= maxTried; tries++ {
		set := open[0]
		out, more := r.tryWith(fn, p, as, set)
		open = open[1:]
		if more != nil {
			for _, yes := range []bool{true, false} {
				next := settings{more: yes}
				maps.Copy(next, set)
				open = append(open, next)
			}
		} else if len(out) > 0 {
			return out
		}
	}
	return nil
}

// tryWith is tryParam with some settings. More is a branch that another setting decides.
func (r *Runner) tryWith(fn *ssa.Function, p int, as func(text string) value, set settings) (out []Tried, more *ssa.If) {
	results := fn.Signature.Results()
	tried := verdicts(results)
	before := r.spent
	for _, c := range Commands() {
		args := make([]value, len(fn.Params))
		for i := range args {
			args[i] = unknown{}
		}
		args[p] = as(c.Text)
		if recv := fn.Signature.Recv(); recv != nil {
			args[0] = r.receiver(recv.Type())
		}
		got, open, ok := r.call(fn, args, set)
		if !ok || len(got) != results.Len() || r.spent-before > maxTried {
			return nil, open
		}
		for i := range tried {
			tried[i].add(tried[i].of(got, results))
		}
	}
	for _, t := range tried {
		if len(t.Says) > 1 && !slices.Contains(t.Says, "") {
			t.Param = p
			out = append(out, t)
		}
	}
	return out, nil
}

// of returns the part of results that t is about.
func (t *Tried) of(got tuple, results *types.Tuple) value {
	v := got[t.Result]
	if t.Field == "" {
		return v
	}
	typ := results.At(t.Result).Type().Underlying()
	if p, ok := typ.(*types.Pointer); ok {
		c, isCell := v.(*cell)
		if !isCell || c == nil {
			return unknown{}
		}
		typ, v = p.Elem().Underlying(), c.v
	}
	r, ok := v.(record)
	if !ok {
		return unknown{}
	}
	for i, c := range r {
		if typ.(*types.Struct).Field(i).Name() == t.Field {
			return c.v
		}
	}
	return unknown{}
}

// add notes what is said of the next command.
func (t *Tried) add(v value) {
	text := shown(v)
	i := slices.Index(t.Says, text)
	if i < 0 && len(t.Says) < 1<<8 {
		i, t.Says = len(t.Says), append(t.Says, text)
	}
	t.Of = append(t.Of, byte(max(i, 0)))
}

// shown returns the text of a value as conditions have it, "" if it is not known.
func shown(v value) string {
	switch x := v.(type) {
	case bool:
		return strconv.FormatBool(x)
	case int64:
		return strconv.FormatInt(x, 10)
	case string:
		return strconv.Quote(x)
	case boxed, *cell:
		if is, _ := isNil(x); is {
			return "nil"
		}
		return "some"
	}
	return ""
}

// Says returns what a function of the package with one parameter says of a text, by its first result; ok is false if that is not known.
func (r *Runner) Says(fn *ssa.Function, text string) (says string, ok bool) {
	got, _, ok := r.call(fn, []value{text}, nil)
	if !ok || len(got) == 0 {
		return "", false
	}
	says = shown(got[0])
	return says, says != ""
}

// Holds returns whether a condition holds where some values of its function are one text, whatever way has led there; ok is false if that is
// not known.
func (r *Runner) Holds(cond ssa.Value, are map[ssa.Value]bool, text string) (holds, ok bool) {
	r.initialise()
	started := &run{Runner: r}
	defer func() {
		r.spent += started.steps
		switch e := recover().(type) {
		case nil:
		case stuck, undecided:
			holds, ok = false, false
		default:
			panic(e)
		}
	}()
	f := &frame{run: started, fn: cond.Parent(), values: make(map[ssa.Value]value)}
	for v := range are {
		if isText(v.Type()) {
			f.values[v] = text
		}
	}
	holds, ok = f.deep(cond).(bool)
	return holds, ok
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// deep returns the value of an instruction, with those that it is made of evaluated first. What depends on the way, or on memory that the
// function may set, is not known.
func (f *frame) deep(v ssa.Value) value {
	if out, ok := f.values[v]; ok {
		return out
	}
	instr, ok := v.(ssa.Instruction)
	if f.steps++; f.steps > maxSteps {
		panic(stuck{})
	}
	switch v := v.(type) {
	case *ssa.Phi, *ssa.Alloc, *ssa.Next, *ssa.Range:
		return unknown{mixed: true}
	case *ssa.UnOp:
		if _, isGlobal := v.X.(*ssa.Global); v.Op == token.MUL && !isGlobal {
			return unknown{mixed: true}
		}
	}
	if !ok {
		return f.get(v)
	}
	f.values[v] = unknown{mixed: true} // one that is made of itself
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			f.deep(*op)
		}
	}
	f.values[v] = f.made(v)
	return f.values[v]
}
