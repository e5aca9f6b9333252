package dfa

// This file says what an event is and when an atom holds of it.

import (
	"math"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// An Event is one thing that happens in a run: a step that runs, a call of a
// tool, a human who is asked, or several of them at once.
type Event struct {
	Tool     string // the tool that is called
	Node     string // the step that runs
	Kind     string // its kind: "llm", "tool", …
	Agent    string // the agent that does it
	Decision string // the value that a router takes
	Human    bool   // a human is asked
	Caps     []string
	Tags     []string // bare tags, and further atoms: "tool:approve"
	Args     []Arg    // of the call of a tool
	// Open: arguments that are not in Args are not known. Each test of them may hold or not.
	Open bool
	// Facts are what is known of arguments that are not in Args.
	Facts []Fact
	// Result is what the tool returned, if Returned. Else it is not known. See Monitor.Return.
	Result   []Arg
	Returned bool
	// Failed: the tool said that it failed, so it is not certain that Result counts.
	Failed bool
}

// onlyDecides reports whether e is a decision and nothing else. That is no step: it
// is an event only for rules that name the value.
func (e *Event) onlyDecides() bool {
	return e.Decision != "" && e.Tool == "" && e.Node == "" && e.Kind == "" && !e.Human && len(e.Tags) == 0
}

// Match reports whether a holds of e, and whether this is certain: it is not if a
// tests arguments that are not known, or a number in quotes as one without, or compares with earlier
// calls, of which it knows nothing: see Monitor. It allocates nothing, but where a text begins like a number
// and is none.
func Match(a *syntax.Atom, e *Event) (holds, certain bool) {
	if !matchName(a, e) {
		return false, true
	}
	if len(a.Tests) == 0 {
		return true, true
	}
	certain = true
	for i := range a.Tests {
		t := &a.Tests[i]
		if t.Of != nil || e.Open && !e.tells(t.Path) {
			if t.Of == nil && e.rulesOut(t) {
				return false, true
			}
			certain = false
			continue
		}
		one, other := testHolds(t, e, false), testHolds(t, e, true)
		if !one && !other {
			return false, true
		}
		certain = certain && one && other
	}
	return true, certain
}

// testHolds reports whether t holds of one of the arguments that it names, as
// items[].price may name several. Of an argument that is not there, only != holds. With
// converted, a number in quotes is a number where one is compared with it: tools may read it
// so.
func testHolds(t *syntax.Test, e *Event, converted bool) bool {
	there := false
	for i := range e.Args {
		v := e.Args[i].Value
		if v.Kind > syntax.ValueBool || !matchPath(t.Path, e.Args[i].Path) {
			continue
		}
		if converted && v.Kind == syntax.ValueString && t.Value.Kind == syntax.ValueNumber {
			v = quoted(v)
		}
		if t.Op.Holds(v, t.Value) {
			return true
		}
		there = true
	}
	return !there && t.Op == syntax.NotEqual
}

// tells reports whether the argument of a path is known. Of a list there may be more elements.
func (e *Event) tells(path string) bool {
	for i := range e.Args {
		if arg := e.Args[i].Path; e.Args[i].Value.Kind <= syntax.ValueBool && matchPath(path, arg) && !strings.Contains(path, "{}") && !strings.Contains(arg, "[]") {
			return true
		}
	}
	return false
}

// quoted returns the number that a text is, or the text.
func quoted(v syntax.Value) syntax.Value {
	text := strings.TrimSpace(v.Text)
	if text == "" || strings.IndexByte("0123456789+-.", text[0]) < 0 {
		return v // ParseFloat would allocate an error
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(x, 0) {
		return v
	}
	return syntax.Number(x)
}

func matchName(a *syntax.Atom, e *Event) bool {
	switch a.Kind {
	case syntax.AtomTag:
		return hasTag(a, e)
	case syntax.AtomHuman:
		return e.Human || tagged(a, "human", e.Tags)
	case syntax.AtomCap:
		return hasCap(a, e)
	}
	return one(a, own(a.Kind, e)) || tagged(a, a.Kind.String(), e.Tags)
}

// own returns what e itself says of what atoms of the kind test.
func own(k syntax.AtomKind, e *Event) string {
	switch k {
	case syntax.AtomTool:
		return e.Tool
	case syntax.AtomNode:
		return e.Node
	case syntax.AtomKindOf, syntax.AtomAction:
		return e.Kind
	case syntax.AtomAgent:
		return e.Agent
	case syntax.AtomDecision:
		return e.Decision
	}
	return ""
}

func one(a *syntax.Atom, name string) bool { return name != "" && a.MatchName(name) }

// hasTag reports whether e has the tag. What is called, asked or decided has one by
// itself: tool, human, llm_step, router.
func hasTag(a *syntax.Atom, e *Event) bool {
	for _, t := range e.Tags {
		if a.MatchName(t) && (a.Literal || !strings.Contains(t, ":")) {
			return true
		}
	}
	return e.Human && a.MatchName("human") || e.Tool != "" && a.MatchName("tool") ||
		e.Kind == "llm" && a.MatchName("llm_step") || e.Kind == "router" && a.MatchName("router")
}

// tagged reports whether a tag says that e is also what a tests: "tool:approve"
// for the prefix "tool".
func tagged(a *syntax.Atom, prefix string, tags []string) bool {
	for _, t := range tags {
		if a.Kind == syntax.AtomHuman {
			if t == prefix {
				return true
			}
			continue
		}
		if len(t) > len(prefix) && t[len(prefix)] == ':' && t[:len(prefix)] == prefix && a.MatchName(t[len(prefix)+1:]) {
			return true
		}
	}
	return false
}

// hasCap reports whether one of the capabilities of e, or one above it, matches:
// fs for fs.read.
func hasCap(a *syntax.Atom, e *Event) bool {
	for _, c := range e.Caps {
		for {
			if a.MatchName(c) {
				return true
			}
			i := strings.LastIndexByte(c, '.')
			if i < 0 {
				break
			}
			c = c[:i]
		}
	}
	return tagged(a, "cap", e.Tags)
}
