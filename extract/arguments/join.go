package arguments

// This file puts together what the functions of several packages do.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Limits on what is followed: calls within calls, and all calls for one handler.
const (
	maxCalls = 12
	maxSteps = 20000
)

// Joined is what the functions of several packages do.
type Joined struct {
	funcs map[string]*Func
	known map[string]*Taken // by function, parameter, and what others are
	busy  map[string]int    // how deep a call is that is being followed
	steps int               // calls that may still be followed
	// cut is how deep the outermost call is without which what is known of the present one is not complete: they call each other,
	// or are too many.
	cut int
}

// Join puts together what packages keep.
func Join(all []*Kept) *Joined {
	j := &Joined{funcs: make(map[string]*Func), known: make(map[string]*Taken), busy: make(map[string]int)}
	for _, k := range all {
		for id, f := range k.Funcs {
			j.funcs[id] = f
		}
	}
	return j
}

// Of returns what the handler with an identity takes of the arguments of a call, and where it is; ok is false if nothing is
// known of it. Named and Passed are empty.
func (j *Joined) Of(id string) (out Taken, pos graph.Pos, ok bool) {
	f := j.funcs[id]
	if f == nil {
		return out, pos, false
	}
	holds := slices.ContainsFunc(f.Params, func(p Param) bool { return p.Kind != Text })
	for i := range f.Params {
		p := &f.Params[i]
		if p.Kind == Text && holds {
			continue
		}
		t := j.whole(id, p.Index)
		if p.Kind == Text && t.Lost != nil && len(t.Uses) == 0 {
			continue // no arguments, but one of them
		}
		out.add(t)
		ok = true
	}
	out.Sort()
	return out, f.Pos, ok
}

// Elsewhere returns the names of the arguments that functions use which get the requests of all tools: nothing calls them by
// name, and they are none of the handlers, or they hand the request on. So does code that has calls in a field, if no handler gives it
// arguments. Rewrites is where one that hands it on gives the arguments
// other names, nil if none does.
func (j *Joined) Elsewhere(handlers map[string]bool) (names map[string]bool, rewrites *graph.Pos) {
	called := make(map[string]bool)
	var note func(t *Taken)
	note = func(t *Taken) {
		for _, p := range t.Passed {
			called[p.Func] = true
			for i := range p.Results {
				note(&p.Results[i].Taken)
			}
			for i := range p.Targets {
				note(&p.Targets[i].Taken)
			}
		}
	}
	for _, f := range j.funcs {
		for i := range f.Params {
			note(&f.Params[i].Taken)
		}
	}
	names = make(map[string]bool)
	for id, f := range j.funcs {
		if !called[id] && !handlers[id] {
			for _, name := range f.OfCalls {
				names[name] = true
			}
		}
		for i := range f.Params {
			p := &f.Params[i]
			if p.Kind != Request {
				continue
			}
			t := j.whole(id, p.Index)
			if next := t.Lost != nil && t.Lost.Next; next || !called[id] && !handlers[id] {
				for _, u := range t.Uses {
					names[u.Name] = true
				}
				if at := t.Rewrites; next && at != nil && (rewrites == nil || at.Compare(*rewrites) < 0) {
					rewrites = at
				}
			}
		}
	}
	return names, rewrites
}

// whole returns what a function takes of a parameter, whatever others are.
func (j *Joined) whole(id string, index int) *Taken {
	j.steps, j.cut = maxSteps, 0
	return j.param(id, index, nil, 0)
}

// param returns what a function takes of a parameter, if others are certain texts.
func (j *Joined) param(id string, index int, names map[int]string, depth int) *Taken {
	f := j.funcs[id]
	if f == nil {
		return &Taken{Lost: &Lost{To: id}}
	}
	i := slices.IndexFunc(f.Params, func(p Param) bool { return p.Index == index })
	if i < 0 {
		return &Taken{Lost: &Lost{Pos: f.Pos, To: id}}
	}
	key := fmt.Sprint(id, " ", index, " ", names) // which fmt sorts
	if t := j.known[key]; t != nil {
		return t
	}
	if outer, ok := j.busy[key]; ok {
		j.cut = min(j.cut, outer)
		return new(Taken) // what the round before takes, it takes again
	}
	if j.steps--; depth > maxCalls || j.steps < 0 {
		j.cut = -1
		return &Taken{Lost: &Lost{Pos: f.Pos, To: id}}
	}
	before := j.cut
	j.cut = depth
	j.busy[key] = depth
	t := j.solve(&f.Params[i].Taken, names, depth)
	delete(j.busy, key)
	if j.cut >= depth {
		j.known[key] = t
		j.cut = before
	}
	j.cut = min(j.cut, before)
	return t
}

// solve returns what is taken where some parameters of the function are certain texts.
func (j *Joined) solve(t *Taken, names map[int]string, depth int) *Taken {
	out := &Taken{Uses: slices.Clone(t.Uses), Set: t.Set, Into: t.Into, Returned: t.Returned, Dispatches: t.Dispatches, Rewrites: t.Rewrites, Lost: t.Lost}
	for _, n := range t.Named {
		name, known := names[n.Param]
		if !known {
			out.Lose(&Lost{Pos: n.Use.Pos, To: "a name that is not a constant"})
			continue
		}
		use := n.Use
		use.Name = name
		out.Uses = append(out.Uses, use)
	}
	for i := range t.Passed {
		p := &t.Passed[i]
		given := make(map[int]string)
		for to, text := range p.Names {
			given[to] = text
		}
		for to, from := range p.Params {
			if text, known := names[from]; known {
				given[to] = text
			}
		}
		of := *j.param(p.Func, p.Param, given, depth+1)
		if of.Lost != nil && !of.Lost.Pos.IsValid() {
			of.Lost = &Lost{Pos: p.Pos, To: of.Lost.To, Next: of.Lost.Next}
		}
		returned, into := of.Returned, slices.Clone(of.Into)
		of.Returned, of.Into = nil, nil
		of.Uses = at(of.Uses, p)
		out.add(&of)
		for k := range p.Results {
			if slices.Contains(returned, p.Results[k].Index) {
				out.add(j.solve(&p.Results[k].Taken, names, depth+1))
			}
		}
		for k := range p.Targets {
			if n := slices.Index(into, p.Targets[k].Index); n >= 0 {
				out.add(j.solve(&p.Targets[k].Taken, names, depth+1))
				into = slices.Delete(into, n, n+1)
			}
		}
		for _, index := range into { // one that is a parameter here, too
			if own, ok := p.Own[index]; ok {
				out.Into = append(slices.Clip(out.Into), own)
			} else {
				out.Lose(&Lost{Pos: p.Pos, To: "what it is decoded into"})
			}
		}
	}
	out.Sort()
	return out
}

// at returns uses that a call has which names the argument: they are where it does.
func at(uses []Use, p *Passed) []Use {
	out := slices.Clone(uses)
	for i := range out {
		for _, name := range p.Names {
			if name == out[i].Name {
				out[i].Pos, out[i].Listed = p.Pos, out[i].Listed || p.Listed
			}
		}
	}
	return out
}

// add adds what o takes.
func (t *Taken) add(o *Taken) {
	t.Uses = append(t.Uses, o.Uses...)
	t.Set = append(slices.Clip(t.Set), o.Set...)
	t.Returned = append(slices.Clip(t.Returned), o.Returned...)
	t.Into = append(slices.Clip(t.Into), o.Into...)
	t.Dispatches = t.Dispatches || o.Dispatches
	t.Rewrites = cmp.Or(t.Rewrites, o.Rewrites)
	if o.Lost != nil {
		t.Lose(o.Lost)
	}
}

// Lose notes a place from where arguments go to what is not followed. The first one counts, of those where they go on to a handler
// if there are any.
func (t *Taken) Lose(l *Lost) {
	if t.Lost == nil || l.Next && !t.Lost.Next || l.Next == t.Lost.Next && l.Pos.Compare(t.Lost.Pos) < 0 {
		t.Lost = l
	}
}

// Sort puts what is taken in order, each once.
func (t *Taken) Sort() {
	slices.SortStableFunc(t.Uses, func(a, b Use) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), a.Pos.Compare(b.Pos), slices.Compare(a.Takes, b.Takes), strings.Compare(a.As, b.As))
	})
	t.Uses = slices.CompactFunc(t.Uses, func(a, b Use) bool {
		return a.Name == b.Name && a.Pos == b.Pos && slices.Equal(a.Takes, b.Takes) && a.As == b.As
	})
	slices.Sort(t.Set)
	t.Set = slices.Compact(t.Set)
	slices.Sort(t.Returned)
	t.Returned = slices.Compact(t.Returned)
	slices.Sort(t.Into)
	t.Into = slices.Compact(t.Into)
	slices.SortStableFunc(t.Passed, func(a, b Passed) int { return a.Pos.Compare(b.Pos) })
}
