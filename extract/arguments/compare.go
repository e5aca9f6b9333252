package arguments

// This file compares what tools offer with what their code takes.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
)

// A Mismatch is how a tool differs from its code.
type Mismatch struct {
	Tool *graph.Tool
	// Alike are further tools with the same code, in which it reads none of Unread either: that is all there is to say of them.
	Alike   []*graph.Tool
	Handler graph.Pos
	// Unread are arguments that the tool offers, and its code never looks at, though it looks at others. Code that looks at none is
	// most likely not written yet, see isWritten, and code that needs nothing of the world answers with what somebody has made up, unless
	// it waits for an argument of another name.
	Unread []*graph.Param
	// Unoffered are arguments that the code looks at, and the tool does not offer: the first use of each. Code that other tools share
	// may look at theirs.
	Unoffered []Use
	// Mistaken are arguments that the code takes for another type of JSON than the tool offers.
	Mistaken []Mistaken
	// Lost is where arguments go to what is not followed, so that it is not known what is read: then Unread and Mistaken are empty.
	Lost *Lost
}

// A Mistaken is an argument that is taken for another type than it is offered as.
type Mistaken struct {
	Param *graph.Param
	Use   Use
}

// Compare returns how tools differ from their code, for each that does and each of which it is not known, in the order of the
// tools. Source makes of the name of a handler the identity of the function that the program has written.
func Compare(tools []*graph.Tool, j *Joined, source func(handler string) string) (out []*Mismatch) {
	handlers := make(map[string]bool)
	sharing := make(map[string][]*graph.Tool) // by their handler
	for _, t := range tools {
		if id := source(t.Handler); id != "" {
			handlers[id] = true
			if !slices.ContainsFunc(sharing[id], func(o *graph.Tool) bool { return o.Name == t.Name && len(o.Params) >= len(t.Params) }) {
				sharing[id] = append(sharing[id], t)
			}
		}
	}
	elsewhere, rewrites := j.Elsewhere(handlers)
	// A program that runs tools without a library may look at the name of a call in several places: where it shows the
	// call, or asks about it, it reads what it needs for that.
	namesakes := func(t *graph.Tool, name string) bool {
		return t.Framework == noLibrary && slices.ContainsFunc(tools, func(o *graph.Tool) bool {
			if o.Name != t.Name || o.Framework != noLibrary || source(o.Handler) == source(t.Handler) {
				return false
			}
			taken, _, ok := j.Of(source(o.Handler))
			return !ok || taken.Lost != nil || uses(taken.Uses, name)
		})
	}
	for _, t := range tools {
		all := sharing[source(t.Handler)]
		if t.Name == "" || !slices.Contains(all, t) || len(t.Params) == 0 && !t.Closed {
			continue
		}
		taken, pos, ok := j.Of(source(t.Handler))
		if !ok {
			taken.Lost = &Lost{To: "code that is not read"}
		}
		if rewrites != nil && taken.Lost == nil {
			taken.Lost = &Lost{Pos: *rewrites, To: "what gives them other names"}
		}
		own := top(t)
		whole := wholeCall(taken.Uses, own)
		if whole != nil && taken.Lost == nil {
			taken.Lost = &Lost{Pos: whole.Pos, To: "code that gets the call as a whole"}
		}
		around := takenAround(t, j, source)
		if taken.Lost == nil {
			taken.Lost = around.Lost
		}
		m := &Mismatch{Tool: t, Handler: pos, Lost: taken.Lost}
		for _, p := range own {
			if taken.Lost == nil && offersAll(t) && (len(taken.Uses) > 0 || isWritten(t)) && !elsewhere[p.Path] && !isForReaders(p.Path) && !slices.Contains(taken.Set, p.Path) && !uses(taken.Uses, p.Path) && !uses(around.Uses, p.Path) && !namesakes(t, p.Path) {
				m.Unread = append(m.Unread, p)
			}
		}
		if t.Closed && len(all) == 1 && !taken.Dispatches && whole == nil {
			m.Unoffered = unoffered(&taken, own)
		}
		if len(m.Unoffered) == 0 && !t.Unread && len(t.Needs) == 0 {
			m.Unread = nil // of code that plays a part
		}
		for _, p := range own {
			if u, wrong := mistaken(p, taken.Uses); wrong && taken.Lost == nil {
				m.Mistaken = append(m.Mistaken, Mistaken{p, u})
			}
		}
		if t.Beside { // it may be a part of the code, or that of another run
			m.Unread, m.Unoffered, m.Lost = nil, nil, nil
			m.Mistaken = slices.DeleteFunc(m.Mistaken, func(w Mistaken) bool { return len(w.Use.Takes) > 0 })
		}
		if len(m.Unread)+len(m.Unoffered)+len(m.Mistaken) > 0 || m.Lost != nil && len(own) > 0 {
			out = append(out, m)
		}
	}
	return joinAlike(out, source)
}

// joinAlike makes one of those that say the same of one function, which several tools have as their code, in the order of the first ones.
func joinAlike(all []*Mismatch, source func(string) string) (out []*Mismatch) {
	first := make(map[string]*Mismatch)
	for _, m := range all {
		if len(m.Unread) == 0 || len(m.Unoffered)+len(m.Mistaken) > 0 {
			out = append(out, m)
			continue
		}
		key := m.Tool.Framework + " " + source(m.Tool.Handler)
		for _, p := range m.Unread {
			key += fmt.Sprintf(" %q", p.Path)
		}
		if of := first[key]; of != nil {
			of.Alike = append(of.Alike, m.Tool)
			continue
		}
		first[key] = m
		out = append(out, m)
	}
	return out
}

// takenAround returns what functions take that get the arguments before the handler of a tool does, such as one that says whether
// somebody has to be asked. What calls the handler gets a request: see Elsewhere.
func takenAround(t *graph.Tool, j *Joined, source func(string) string) (out Taken) {
	for _, w := range t.Around {
		if taken, _, ok := j.Of(source(w.Func)); ok && len(w.Inner) == 0 {
			out.add(&taken)
		}
	}
	return out
}

// wholeCall returns where code takes the arguments out of a call, as a field that the tool does not offer, and looks at nothing that is offered but
// what a call has, too: then it is the call that it was taken to look at, nil if that is not so.
func wholeCall(taken []Use, offered []*graph.Param) *Use {
	isOwn := func(p *graph.Param) bool {
		return uses(taken, p.Path) && !slices.Contains([]string{"id", "name", "type"}, p.Path)
	}
	isArguments := func(u Use) bool {
		return slices.Contains([]string{"args", "arguments", "function", "input", "params", "parameters"}, strings.ToLower(u.Name)) // or what has them
	}
	if slices.ContainsFunc(offered, isOwn) || slices.ContainsFunc(offered, func(p *graph.Param) bool { return isArguments(Use{Name: p.Path}) }) {
		return nil
	}
	if i := slices.IndexFunc(taken, isArguments); i >= 0 {
		return &taken[i]
	}
	return nil
}

// offersAll reports whether all parameters of a tool are offered: those of a schema, or of a struct that a library makes one
// of. Without a library, a struct may have more than the schema says, and where no schema is known, parameters are what the code reads.
func offersAll(t *graph.Tool) bool { return t.Closed || t.Framework != noLibrary }

// isWritten reports whether the code of a tool whose schema is written by hand does what the tool is for, though it reads no argument: it
// certainly needs what a stub would not. A struct may have what other tools need, or none of the tags by which it is known.
func isWritten(t *graph.Tool) bool {
	return t.Args == "" && !t.Unread && slices.ContainsFunc(t.Needs, func(n graph.Need) bool { return !n.Maybe && !authority.Minor(n.Capability) })
}

// noLibrary is the framework of tools that the program itself runs.
const noLibrary = "go"

// top returns the arguments at the top of the schema of a tool.
func top(t *graph.Tool) (out []*graph.Param) {
	for i := range t.Params {
		if p := &t.Params[i]; p.Path != "" && !strings.ContainsAny(p.Path, ".[{") {
			out = append(out, p)
		}
	}
	return out
}

func uses(list []Use, name string) bool {
	return slices.ContainsFunc(list, func(u Use) bool { return u.is(name) })
}

// is reports whether u is a use of the argument with a name.
func (u *Use) is(name string) bool {
	return u.Name == name || u.Fold && strings.EqualFold(u.Name, name)
}

// unoffered returns the first use of each argument that is not offered. What the code sets itself it may well look at,
// and a list of names may be for several tools.
func unoffered(taken *Taken, offered []*graph.Param) (out []Use) {
	for _, u := range taken.Uses {
		known := slices.ContainsFunc(offered, func(p *graph.Param) bool { return u.is(p.Path) }) || slices.Contains(taken.Set, u.Name)
		if !known && !u.Listed && !strings.HasPrefix(u.Name, "_") && !uses(out, u.Name) {
			out = append(out, u)
		}
	}
	return out
}

// mistaken returns a use of an argument that takes it for another type than it is offered as, if all uses do.
func mistaken(p *graph.Param, list []Use) (first Use, wrong bool) {
	if !slices.Contains([]string{String, Number, "integer", Boolean, Array, Object}, p.Type) {
		return first, false
	}
	typ := p.Type
	if typ == "integer" {
		typ = Number
	}
	for _, u := range list {
		switch {
		case !u.is(p.Path):
			continue
		case len(u.Takes) == 0 && u.As == "", slices.Contains(u.Takes, typ):
			return first, false
		case !wrong:
			first, wrong = u, true
		}
	}
	return first, wrong
}

// isForReaders reports whether an argument has a name that says that it is for who reads the call, or for the model
// itself: code need not look at it. Some clients cannot call a tool without any argument, so that one is there which nobody needs.
func isForReaders(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return strings.HasPrefix(name, "dummy") || slices.Contains([]string{
		"reason", "reasoning", "rationale", "explanation", "thought", "thoughts", "thinking", "intent", "purpose", "justification",
		"description", "summary", "randomstring", "placeholder", "noop", "unused", "ignored", "",
	}, name)
}
