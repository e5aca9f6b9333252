package loops

// This file says how tools are run, for those who follow the data of a call.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A Run is how a tool is run.
type Run struct {
	Func string // the handler, or the function in which the code stands; "" if that is not known
	// Data are the parameters of Func that carry what the model says, the receiver counted.
	// There are none where Func has it from elsewhere: it asks the model itself.
	Data []int
	// Code is what serves the tool where it stands beside that of others, Others is theirs if Func has it.
	Code   valueflow.Span
	Others []valueflow.Span
	// Reads is the function with the code that serves the tool, if it itself reads what the model says, of its
	// calls; "" if it does not.
	Reads string
	// Blind: the tool may have arguments that Data leaves out.
	Blind bool
	// Named are the parameters of Func that are the name that the model calls.
	Named []int
	// Chosen is the comparison under which code of the tool stands.
	Chosen Choice
}

// A Choice is where a function compares the name that a model calls with a text, "" and not valid for none.
type Choice struct {
	Func string
	Pos  graph.Pos
	Text string
	// Data are the parameters of the function that carry what the model says.
	Data []int
}

// Calls says which functions calls may run that name none: of a function value, or of a
// method of an interface value.
type Calls map[graph.Pos][]string

// dynamicCalls returns those calls of a net, but for the ones that run tools: what a model
// says to a tool that asks a model in turn gets to other tools by way of that model.
func (n *net) dynamicCalls(tools []*tool) Calls {
	out := make(Calls)
	runs := make(map[*site]bool)
	for _, t := range tools {
		runs[t.site] = true
	}
	for _, s := range n.sites {
		if s.on == noPlace || runs[s] {
			continue
		}
		for _, c := range s.callees {
			out.add(s.Pos, c.fn.ID)
		}
	}
	return out
}

func (c Calls) add(pos graph.Pos, fn string) {
	list := c[pos]
	if n, found := slices.BinarySearch(list, fn); !found {
		c[pos] = slices.Insert(list, n, fn)
	}
}

// with returns the calls of two programs.
func (c Calls) with(o Calls) Calls {
	out := make(Calls)
	for _, part := range []Calls{c, o} {
		for pos, list := range part {
			for _, fn := range list {
				out.add(pos, fn)
			}
		}
	}
	return out
}

// run returns how a tool is run.
func (f *finder) run(t *tool) Run {
	r := Run{Func: t.runs()}
	fn := f.byID[r.Func]
	if fn != nil {
		r.Named = f.namedParams(fn)
	}
	if t.inline && t.why == nameKnown {
		r.Chosen = Choice{t.in.ID, t.chosen, cmp.Or(t.also, t.name), f.given(t.in)}
	}
	switch {
	case fn == nil: // of a library, or not read
		if t.inline { // what is handed to it is seen where it is called
			r.Code, r.Others, r.Reads = t.code, f.others(t), f.readsArgs(t.in)
		}
		r.Blind = r.Func != "" && r.Reads == ""
	case t.inline && t.handler == "":
		r.Data, r.Code, r.Others = f.given(fn), t.code, f.others(t)
		if len(r.Data) == 0 {
			r.Reads = f.readsArgs(fn)
			r.Blind = r.Reads == ""
		}
	case t.made:
		var direct bool
		if r.Data, direct = f.carried(fn, t.site); !direct { // what the model says is in the object, which is made for this call
			r.Data = []int{0}
		}
	case t.site != nil:
		var direct bool
		r.Code = t.code
		r.Data, direct = f.carried(fn, t.runBy())
		r.Blind = len(r.Data) == 0 && strings.Contains(fn.ID, "$")
		if t.inline && !direct && len(r.Data) > 0 { // the case may be of no arguments
			r.Data, r.Blind = nil, true
		}
	}
	return r
}

// namedParams returns the parameters of a function that are the name of a call, as it is.
func (f *finder) namedParams(fn *function) (out []int) {
	for i := range fn.Params {
		if p := f.named(valueflow.ParamName(fn.ID, i)); p != noPlace && f.spelled.seen[p] {
			out = append(out, i)
		}
	}
	return out
}

// readsArgs returns a function if it reads the arguments of calls where a protocol has them, and "" if not.
func (f *finder) readsArgs(fn *function) string {
	if f.dialect || f.server || !slices.ContainsFunc(fn.Reads, func(r valueflow.Read) bool { return f.argFields[r.Field] }) {
		return ""
	}
	return fn.ID
}

// runBy returns the call that runs the handler of a tool: that of a function around it, or that
// which runs the tool.
func (t *tool) runBy() *site {
	if len(t.around) > 0 {
		return t.around[0]
	}
	return t.site
}

// isKept reports whether a place keeps what a model said beyond its call: a variable of a
// package, or a field of anything but a call. What is found there may be of another call.
func (f *finder) isKept(p place) bool {
	switch name := f.net.names[p]; {
	case strings.HasPrefix(name, "v "):
		return true
	case strings.HasPrefix(name, "f "):
		return !f.isCallType(name[len("f "):strings.LastIndexByte(name, '.')])
	}
	return false
}

// others returns the code that stands beside that of a tool and serves others.
func (f *finder) others(t *tool) (out []valueflow.Span) {
	for _, p := range f.looked {
		if p.in == t.in && p.test != nil && len(p.test.Blocks) > 0 && p.test.Code != t.code && !slices.Contains(out, p.test.Code) {
			out = append(out, p.test.Code)
		}
	}
	return out
}

// carried returns the parameters of a function that carry what a model says, where a call
// runs it: if there are any, those that have it of this very call, and of no earlier one.
// The receiver may be no argument of the call.
func (f *finder) carried(fn *function, s *site) (out []int, direct bool) {
	first := fn.Params - len(s.args)
	if first < 0 || first > 1 { // it stands behind another function
		return all(fn), true
	}
	if out = among(s, first, func(i int, p place) bool { return p != noPlace && f.direct.seen[p] || f.isCall(fn, first+i) }); len(out) > 0 {
		return out, true
	}
	return among(s, first, func(i int, p place) bool { return p != noPlace && f.args.seen[p] || f.argTypes[s.ArgType[i]] }), false
}

// among returns the parameters for some of the arguments of a call.
func among(s *site, first int, is func(i int, p place) bool) (out []int) {
	for i, p := range s.args {
		if is(i, p) {
			out = append(out, first+i)
		}
	}
	return out
}

// given returns the parameters of a function that carry what a model says, wherever it is
// called.
func (f *finder) given(fn *function) (out []int) {
	for i := range fn.Params {
		if p := f.named(valueflow.ParamName(fn.ID, i)); p != noPlace && f.args.seen[p] || f.isCall(fn, i) {
			out = append(out, i)
		}
	}
	return out
}

// isCall reports whether a parameter is a call of a tool, or a list of such: it has the type
// of a protocol, or one that has both the name and the arguments.
func (f *finder) isCall(fn *function, param int) bool { return f.isCallType(fn.ParamTypes[param]) }

func (f *finder) isCallType(typ string) bool {
	return f.calls[typ] || f.nameTypes[typ] && f.argTypes[typ]
}

// all returns the parameters of a function, but for the receiver.
func all(fn *function) (out []int) {
	first := 0
	if strings.HasPrefix(fn.ID, "(") && !strings.Contains(fn.ID, "$") {
		first = 1
	}
	for i := first; i < fn.Params; i++ {
		out = append(out, i)
	}
	return out
}
