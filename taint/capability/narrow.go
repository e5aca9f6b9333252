package capability

// This file narrows what a function does that serves several tools down to what it does for each.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// A Served is a tool, with the function that runs it and others.
type Served struct {
	Func     string
	Name     string // as code compares it, "" if it is not known
	Captured []graph.Capture
	Named    []int // the parameters of the function that are the name
	// At is where the function compares the name, if the tool is the code that stands under the comparison. It is not valid where
	// all of the function runs the tool.
	At graph.Pos
	// Aside: what the function does whatever the name is, is no doing of the tool's, as that of a loop that asks the model.
	Aside bool
	// Data are the parameters that have what the model says, if At is valid: none where the function has that from elsewhere.
	Data []int
}

// Compares reports whether a function is known to go by the comparison of a text at a place, or does nothing that a tool may need.
func (j *Joint) Compares(fn string, at graph.Pos) bool {
	return j.funcs[fn] == nil || len(j.comparedAt(fn, at)) > 0
}

func (j *Joint) comparedAt(fn string, at graph.Pos) (out []Subject) {
	if f := j.funcs[fn]; f != nil && at.IsValid() {
		for _, c := range f.Compared {
			if c.Pos == at {
				out = append(out, c.On)
			}
		}
	}
	return out
}

// IsBlind reports whether a function does the same for each tool that it runs: it is no literal and no method, which may have the name of one
// tool, and does not look at the name in its request.
func (j *Joint) IsBlind(fn string) bool {
	f := j.funcs[fn]
	return f != nil && f.Request > 0 && !f.Named && !strings.ContainsAny(fn, "($")
}

// Narrow returns, beside what j knows, functions that do what those of tools do when they run for one
// of them, and their identities, "" for a function that does nothing. What such a function certainly does
// for its tool it does for no other; what it does for others too is Loose, as it may be there for them.
//
//	func handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		switch req.Params.Name {
//		case "list": return list()
//		case "drop": return drop()
//		}
//	}
//
// A name is followed where the function has it as a parameter, reads it from the request, captures it, or compares it at
// a place that is known, and from there into what it calls with the name or with what the name is a part of. It is
// compared with constants, or is the key of a table of constants; where these name no tool, a wrapper may have changed the name, and nothing
// is left out. A function that a literal captures is known of each tool.
func (j *Joint) Narrow(tools []Served) (*Joint, []string) {
	n := &narrowing{
		tools: tools, ids: make(map[string]string),
		out: &Joint{funcs: maps.Clone(j.funcs), imports: j.imports, read: j.read, own: j.own, unseen: j.unseen},
	}
	ids := make([]string, len(tools))
	for i, t := range tools {
		f := j.funcs[t.Func]
		if f == nil {
			continue
		}
		s := sharing{tool: i}
		for k, other := range tools {
			if other.Func == t.Func && (other.Name != t.Name || t.Name == "" && k != i) {
				s.others = append(s.others, k)
			}
		}
		if f.Request > 0 {
			s.named = append(s.named, Subject{f.Request - 1, requestName})
		}
		for _, param := range t.Named {
			s.named = append(s.named, Subject{Param: param})
		}
		s.named = append(s.named, j.comparedAt(t.Func, t.At)...)
		s.root, s.aside = t.At.IsValid(), t.Aside
		ids[i] = n.function(f, s.of(n, f.ID))
	}
	for len(n.queue) > 0 {
		next := n.queue[0]
		n.queue = n.queue[1:]
		next()
	}
	return n.out, ids
}

// Beside returns what j knows, where functions do without what stands under comparisons of the names of tools, and so runs for some
// tool: what is left of a loop is what it does itself. Of each of tools, Func and At matter.
func (j *Joint) Beside(tools []Served) *Joint {
	out := &Joint{funcs: maps.Clone(j.funcs), imports: j.imports, read: j.read, own: j.own, unseen: j.unseen}
	named := make(map[string][]Subject)
	for _, t := range tools {
		named[t.Func] = append(named[t.Func], j.comparedAt(t.Func, t.At)...)
	}
	for id, subjects := range named {
		f := j.funcs[id]
		if f == nil {
			continue
		}
		isCase := func(when []When) bool {
			return slices.ContainsFunc(when, func(w When) bool { return !w.Not && slices.Contains(subjects, w.Subject) })
		}
		rest := *f
		rest.Needs = slices.DeleteFunc(slices.Clone(f.Needs), func(n Need) bool { return isCase(n.When) })
		rest.Opens = slices.DeleteFunc(slices.Clone(f.Opens), func(o OpenCall) bool { return isCase(o.When) })
		rest.Calls = slices.DeleteFunc(slices.Clone(f.Calls), func(c Call) bool { return isCase(c.When) })
		rest.Sites = slices.DeleteFunc(slices.Clone(f.Sites), func(s Site) bool { return isCase(s.When) })
		rest.Runs = slices.DeleteFunc(slices.Clone(f.Runs), func(r RunCall) bool { return isCase(r.When) })
		out.funcs[id] = &rest
	}
	return out
}

type narrowing struct {
	tools []Served
	out   *Joint
	ids   map[string]string // of functions, by what they were made of
	queue []func()
}

// A sharing says for which tool a function runs, and what it may run for as well.
type sharing struct {
	tool   int
	others []int // tools for which the same code may be reached
	named  []Subject
	root   bool // it is where the tool stands under a comparison
	aside  bool // as of a Served
}

// of returns s for a function, which is a literal that may have captured the names of tools.
func (s sharing) of(n *narrowing, id string) sharing {
	for _, c := range n.tools[s.tool].Captured {
		isName := func(k int) bool {
			return slices.ContainsFunc(n.tools[k].Captured, func(o graph.Capture) bool {
				return o.In == c.In && o.Var == c.Var && o.Text != "" && o.Text == n.tools[k].Name
			})
		}
		if c.In == id && isName(s.tool) && !slices.ContainsFunc(s.others, func(k int) bool { return !isName(k) }) {
			s.named = append(slices.Clone(s.named), Subject{Param: -1 - c.Var})
		}
	}
	return s
}

// mark separates the identity of a function from that of a tool.
const mark = "\x00"

// unmarked returns the identity of the function of which id is for one tool.
func unmarked(id string) string {
	id, _, _ = strings.Cut(id, mark)
	return id
}

// function returns the identity of a function as it runs for one tool.
func (n *narrowing) function(f *Func, s sharing) string {
	slices.SortFunc(s.named, compareSubject)
	s.named = slices.Compact(s.named)
	key := fmt.Sprint(f.ID, mark, s)
	if id, ok := n.ids[key]; ok {
		return id
	}
	id := f.ID + mark + fmt.Sprint(len(n.ids))
	n.ids[key] = id
	out := &Func{ID: id, Pos: f.Pos, Behind: f.Behind, Request: f.Request, Made: f.Made, Makes: f.Makes}
	if t := n.tools[s.tool]; s.root { // what the model says may choose, whatever else is the program's own
		out.Made = slices.DeleteFunc(slices.Clone(f.Made), func(param int) bool { return len(t.Data) == 0 || slices.Contains(t.Data, param) })
	}
	n.out.funcs[id] = out
	n.queue = append(n.queue, func() { n.fill(out, f, s) })
	return id
}

// compared returns the parameters whose comparisons in a function are with names of tools. Where not one
// tool is named, the name may be another one there, as where a wrapper cuts a prefix off.
func (n *narrowing) compared(f *Func, s sharing) []Subject {
	var all []When
	for _, need := range f.Needs {
		all = append(all, need.When...)
	}
	for _, o := range f.Opens {
		all = append(all, o.When...)
	}
	for _, c := range f.Calls {
		all = append(all, c.When...)
	}
	for _, site := range f.Sites {
		all = append(all, site.When...)
	}
	for _, r := range f.Runs {
		all = append(all, r.When...)
	}
	return slices.DeleteFunc(slices.Clone(s.named), func(on Subject) bool {
		return !slices.ContainsFunc(all, func(w When) bool { return w.Subject == on && slices.ContainsFunc(w.Texts, n.names(s)) })
	})
}

// names returns whether a text is the name of a tool that the function of a tool runs.
func (n *narrowing) names(s sharing) func(string) bool {
	return func(text string) bool {
		return slices.ContainsFunc(n.tools, func(t Served) bool { return t.Func == n.tools[s.tool].Func && t.Name == text })
	}
}

// at returns s where conditions on parameters that are compared with names hold, and whether they may for
// the tool.
func (n *narrowing) at(s sharing, compared []Subject, when []When) (sharing, bool) {
	holds := func(tool int) bool {
		return !slices.ContainsFunc(when, func(w When) bool {
			name := n.tools[tool].Name
			return name != "" && slices.Contains(compared, w.Subject) && slices.Contains(w.Texts, name) == w.Not
		})
	}
	isFor := func(w When) bool {
		return !w.Not && slices.Contains(compared, w.Subject) && slices.Contains(w.Texts, n.tools[s.tool].Name)
	}
	if !holds(s.tool) || s.aside && !slices.ContainsFunc(when, isFor) {
		return s, false
	}
	s.others = slices.DeleteFunc(slices.Clone(s.others), func(k int) bool { return !holds(k) })
	return s, true
}

// fill puts into out what f does for a tool.
func (n *narrowing) fill(out, f *Func, s sharing) {
	compared := n.compared(f, s)
	blind := s.root && len(n.tools[s.tool].Data) == 0
	for _, need := range f.Needs {
		if at, ok := n.at(s, compared, need.When); ok {
			need.Stored = need.Stored || len(at.others) > 0
			need.Fixed = need.Fixed && !blind
			out.Needs = append(out.Needs, need)
		}
	}
	for _, o := range f.Opens {
		if at, ok := n.at(s, compared, o.When); ok {
			o.loose = o.loose || len(at.others) > 0
			if blind && o.asksWho() {
				o.Param = anybody
			}
			out.Opens = append(out.Opens, o)
		}
	}
	for _, r := range f.Runs {
		at, ok := n.at(s, compared, r.When)
		r.loose = r.loose || len(at.others) > 0
		switch {
		case ok && s.root: // nobody gives it what the whole program does not show
			out.Sites = append(out.Sites, Site{Pos: r.Pos, Name: "a function value", loose: r.loose})
		case ok:
			out.Runs = append(out.Runs, r)
		}
	}
	for _, c := range f.Calls {
		if at, ok := n.at(s, compared, c.When); ok {
			c.Blind = c.Blind || blind
			out.Calls = append(out.Calls, n.call(c, at)...)
		}
	}
	for _, site := range f.Sites {
		if at, ok := n.at(s, compared, site.When); ok {
			n.site(out, site, at)
		}
	}
}

// call returns a call as it is made for a tool. What is called may be the same for all tools, and the literal
// that it gets not:
//
//	return nil, safely(func() error { return run(req.Params.Arguments) }) // of which run is captured
func (n *narrowing) call(c Call, s sharing) []Call {
	inner := sharing{tool: s.tool, others: s.others}
	given := Call{Func: c.Func, Pos: c.Pos, Stored: c.Stored, gives: true}
	var args []Arg
	for _, a := range c.Args {
		inner.named = append(inner.named, a.names(s.named)...)
		if f := n.out.funcs[a.Func]; f != nil && n.captured(a.Func, s.tool) {
			a.Func = n.function(f, sharing{tool: s.tool, others: s.others}.of(n, a.Func))
			given.Args = append(given.Args, a)
			continue
		}
		args = append(args, a)
	}
	c.Args = args
	inner = inner.of(n, c.Func)
	if callee := n.out.funcs[c.Func]; callee != nil && (len(inner.named) > 0 || n.captured(c.Func, s.tool)) {
		c.Func = n.function(callee, inner)
	} else {
		c.Stored = c.Stored || len(s.others) > 0
	}
	if len(given.Args) == 0 {
		return []Call{c}
	}
	return []Call{c, given}
}

// names returns what of the callee's are the names that a caller has, by an argument that is one or has one.
func (a *Arg) names(named []Subject) (out []Subject) {
	is := a.Is
	if a.Param != nil && a.Field == "" {
		is = &Subject{Param: *a.Param}
	}
	for _, on := range named {
		if is == nil {
			return nil
		}
		if path, ok := on.within(*is); ok {
			out = append(out, Subject{a.Index, path})
		}
	}
	return out
}

func compareSubject(a, b Subject) int {
	return cmp.Or(cmp.Compare(a.Param, b.Param), strings.Compare(a.Path, b.Path))
}

// captured reports whether a function is a literal that has captured something for a tool, or one in such a
// literal.
func (n *narrowing) captured(id string, tool int) bool {
	return slices.ContainsFunc(n.tools[tool].Captured, func(c graph.Capture) bool { return id == c.In || strings.HasPrefix(id, c.In+"$") })
}

// site puts into out what a call of a function value does for a tool.
func (n *narrowing) site(out *Func, site Site, s sharing) {
	if fn, others, ok := n.capturedBy(site.Free, s); ok {
		s.others = others
		out.Calls = append(out.Calls, n.call(Call{Func: fn, Pos: site.Pos, Args: site.Args, Blind: strings.HasPrefix(fn, "(")}, s)...)
		return
	}
	name := n.tools[s.tool].Name
	isName := func(e Entry) bool { return n.names(s)(e.Key) }
	if site.KeyOf == nil || name == "" || !slices.Contains(s.named, *site.KeyOf) || !slices.ContainsFunc(site.Table, isName) {
		site.loose = site.loose || len(s.others) > 0
		out.Sites = append(out.Sites, site)
		return
	}
	entry := func(name string) (fns []string) {
		for _, e := range site.Table {
			if e.Key == name {
				fns = append(fns, e.Func)
			}
		}
		return fns
	}
	fns := entry(name)
	for _, fn := range fns {
		at := s
		at.others = slices.DeleteFunc(slices.Clone(s.others), func(k int) bool {
			return n.tools[k].Name != "" && !slices.Contains(entry(n.tools[k].Name), fn)
		})
		out.Calls = append(out.Calls, n.call(Call{Func: fn, Pos: site.Pos, Args: site.Args, Stored: len(fns) > 1}, at)...)
	}
}

// capturedBy returns the function that a tool's literal has captured in one of some variables, and the other
// tools whose literal may have captured the same one.
func (n *narrowing) capturedBy(free []Variable, s sharing) (fn string, others []int, ok bool) {
	of := func(tool int, v Variable) string {
		for _, c := range n.tools[tool].Captured {
			if c.In == v.In && c.Var == v.Var {
				return c.Func
			}
		}
		return ""
	}
	for _, v := range free {
		if fn := of(s.tool, v); fn != "" {
			return fn, slices.DeleteFunc(slices.Clone(s.others), func(k int) bool { return of(k, v) != "" && of(k, v) != fn }), true
		}
	}
	return "", nil, false
}
