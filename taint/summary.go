package taint

// This file defines what outlives a function: its summary.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// A Summary is what a function does to data, as its callers can tell.
//
// Locs are the values and the memory that the function shares with its callers:
// what its parameters, captured variables, results and globals hold and point to.
// Each has one cell. Edges say from which cells data moves to which; a path through
// the function is one edge, so that an edge never has to be followed by another one
// of the same call, unless the caller makes two locations one.
type Summary struct {
	Locs    []Loc
	Params  []int // the location of each parameter, the receiver first
	Free    []int // and of each captured variable
	Results []int
	// Control is where callers put what decides whether the function runs, if data that
	// control alone depends on is asked for; there is one at most.
	Control []int
	Globals []Global
	Sources []SourceAt
	Sinks   []SinkAt
	Calls   []Call
	Edges   []Edge
	// Tests are what the function looks at to answer yes or no, parts of texts, or texts in ways that are not
	// understood: all of them are one or the other.
	Tests []Test
	// Checks are what the answer of the function proves of its parameters.
	Checks []Check
	// Dials is a test that decides something and that is made of the address of a connection: by the function itself, or by the HTTP
	// client, the transport or the dialer that it returns, before each. It has no position if there is none.
	Dials Hop
	// Loose: some of this may happen at any time after the call, or has been left
	// to code that may run at any time: a goroutine, a callback that was handed over.
	Loose bool
	// ByValue: the function is a method whose receiver is not a pointer.
	ByValue bool
}

// A Loc is one abstract location. Its Kids are what it consists of or points to,
// by step: "*" what a reference refers to, "fN" part N of a struct without a name or of
// a tuple, "fN:T" field N of struct type T, "dN:T" one that refers to nothing, "cN:T" one that is a
// context, "[]" elements, "k" keys, "k:NAME" the entry of a map, "(T)" the value of type T in an
// interface, "b:F:N" what function F captured.
type Loc struct {
	Kids      []Kid    // by step
	Funcs     []string // functions that this may be, by identity
	Collapsed Collapse
	// Crossed: it may be what calls were given that are not told from each other.
	Crossed bool
}

// A Collapse says which steps from a location lead back to it.
type Collapse uint8

// The steps that lead back.
const (
	CollapsedSteps    Collapse = 1 << iota // all but those below
	CollapsedCaptures                      // those to what functions have captured, too
	CollapsedData                          // those to fields that refer to nothing, too
	// Blurred: it is collapsed only because there is a limit on what is kept apart.
	Blurred
)

// A Kid is what one step from a location leads to.
type Kid struct {
	Step string
	Loc  int
}

// A Global is a package-level variable that a function uses.
type Global struct {
	Name string
	Loc  int
}

// A SourceAt is a source whose data arrives at the function's callers.
type SourceAt struct {
	Source
	Loc  int
	Cond Cond
}

// A SinkAt is a sink that data of the function's callers reaches.
type SinkAt struct {
	Sink
	Loc  int
	Cond Cond
}

// A Test says that a function looks at the text that a parameter is.
type Test struct {
	Param int    // the receiver counted
	Part  string // the name of a hop with OpWeak, "" for a check that is not understood
}

// A Check says that a parameter or a result has lost labels where a function gives an answer: "true", "false", "nil" or "some" (not nil)
// as its last result, or its last but one before an error (a truth value, or what may be nil), or "returns" if it returns at all.
type Check struct {
	Param  int // the receiver counted; of a result, which one
	Labels Labels
	Answer string
	// Elements: it is about all elements of the parameter, a list.
	Elements bool
	// Result: it is about a result.
	Result bool
}

// A Cond says for which calls of a function a source or a sink in it counts: those that give
// it arguments with which a text matches patterns. The zero Cond is for all calls.
//
//	func env(name string) string { return os.Getenv("APP_" + name) }
type Cond struct {
	Patterns string // of a row's where=
	// What is matched, with a mark in it for what callers give.
	Text string
}

// IsOpen reports whether c depends on what callers give.
func (c Cond) IsOpen() bool { return c.Patterns != "" }

// String returns the condition as a summary prints it, "" for none.
func (c Cond) String() string {
	if !c.IsOpen() {
		return ""
	}
	return fmt.Sprintf(" if %q matches %s", c.Text, c.Patterns)
}

// A Call is a call of what callers provide: a function value, or a method of an
// interface value.
type Call struct {
	Fun    int    // the function or interface value
	Held   string // a function that it may be, whose part is in the summary already
	Method string // "" for a function value
	Iface  string // row key of the method, if the interface has a name
	Args   []int
	Result int // a tuple, if there are several
	// Control is what decides whether the call happens, see Summary.
	Control []int
	Loose   bool
	Pos     graph.Pos
	// Texts are those of its arguments that the function shows, or leaves to its callers: what is called may do this or
	// that by them. An argument without any may be any text.
	Texts []ArgText
}

// An ArgText is a text that an argument of a call may be, or the elements of a list that is an argument: one of
// several of the same argument and kind, if there are more.
type ArgText struct {
	Last int    // which argument: 0 is the last one
	Way  string // to where in the argument, as in marks
	Kind byte
	Text string // with marks in it, as that of a Cond
}

// An Edge says that data moves from one cell to another.
type Edge struct {
	From, To int
	// FromDeep, ToDeep: not the cell alone but everything that can be reached from
	// it, also what only callers know of.
	FromDeep, ToDeep bool
	// Later: what gets to From at any time after the call passes, too, as it does to the standard input of a
	// program that the function has started.
	Later bool
	Drop  Labels // labels that do not pass
	Via   []Hop  // the way through the function
}

// maxHops is how many hops one edge of a summary keeps.
const maxHops = 12

// TrimHops returns hops with the middle left out if there are too many: where the
// data enters and where it leaves is what a reader asks for.
func TrimHops(hops []Hop) []Hop {
	if len(hops) <= maxHops {
		return hops
	}
	first, middle, last := hops[:maxHops/2], hops[maxHops/2:len(hops)-maxHops/2], hops[len(hops)-maxHops/2:]
	var telling []Hop
	for _, h := range middle {
		if h.Op.IsRemark() || h.Op == OpUnread || h.Op == OpAnswer || h.Op == OpPut {
			telling = append(telling, h)
		}
	}
	return slices.Concat(first, telling[max(len(telling)-maxTelling, 0):], last)
}

// maxTelling is how many hops of the middle are kept that tell whether data is confined.
const maxTelling = 4

// String prints s, one fact a line. Two summaries that print alike, but for
// witnesses, do the same.
func (s *Summary) String() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i, l := range s.Locs {
		var kids []string
		for _, k := range l.Kids {
			kids = append(kids, fmt.Sprintf("%s=%d", k.Step, k.Loc))
		}
		if len(kids) > 0 || len(l.Funcs) > 0 || l.Collapsed != 0 || l.Crossed {
			line("loc %d %s", i, strings.TrimSpace(mark(l.Crossed, "crossed ")+mark(l.Collapsed != 0, fmt.Sprintf("collapsed/%d ", l.Collapsed))+strings.Join(slices.Concat(kids, l.Funcs), " ")))
		}
	}
	line("params %v free %v results %v%s%s", s.Params, s.Free, s.Results, mark(s.Loose, " loose"), mark(s.ByValue, " by value"))
	for _, n := range s.Control {
		line("control %d", n)
	}
	for _, t := range s.Tests {
		line("tests %d %s", t.Param, t.Part)
	}
	if s.Dials.Pos.IsValid() {
		line("dials %s", s.Dials.Name)
	}
	for _, c := range s.Checks {
		line("checks %s%d%s %s if %s", mark(c.Result, "result "), c.Param, mark(c.Elements, "…"), c.Labels, c.Answer)
	}
	for _, g := range s.Globals {
		line("global %s %d", g.Name, g.Loc)
	}
	for _, x := range s.Sources {
		line("source %d %s %s %s%s", x.Loc, x.Name, x.Labels, x.Pos, x.Cond)
	}
	for _, x := range s.Sinks {
		line("sink %d %s %s %s%s", x.Loc, x.Name, x.Kind, x.Pos, x.Cond)
	}
	for _, c := range s.Calls {
		line("call %d%s%s args %v result %d", c.Fun, mark(c.Method != "", "."+c.Method), mark(c.Loose, " loose"), c.Args, c.Result)
		for _, t := range c.Texts {
			line("  with %d %c %q", t.Last, t.Kind, t.Text)
		}
	}
	for _, e := range s.Edges {
		line("%d%s -> %d%s%s%s", e.From, mark(e.FromDeep, "…"), e.To, mark(e.ToDeep, "…"), mark(e.Later, " later"), mark(len(e.Drop) > 0, " without "+e.Drop.String()))
	}
	return b.String()
}

func mark(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// Funcs returns the identities of the functions that s mentions, sorted.
func (s *Summary) Funcs() []string {
	var ids []string
	for _, l := range s.Locs {
		ids = append(ids, l.Funcs...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Types returns the types of the values that s has in interfaces, sorted.
func (s *Summary) Types() []string {
	var out []string
	for _, l := range s.Locs {
		for _, k := range l.Kids {
			if name, ok := strings.CutPrefix(k.Step, "("); ok {
				out = append(out, strings.TrimSuffix(name, ")"))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Same reports whether s and o do the same: witnesses and positions apart, they are
// equal.
func (s *Summary) Same(o *Summary) bool {
	return s.Loose == o.Loose && s.ByValue == o.ByValue &&
		slices.Equal(s.Params, o.Params) && slices.Equal(s.Free, o.Free) && slices.Equal(s.Results, o.Results) &&
		slices.Equal(s.Control, o.Control) && slices.Equal(s.Tests, o.Tests) && s.Dials.Name == o.Dials.Name &&
		slices.EqualFunc(s.Checks, o.Checks, func(a, b Check) bool {
			return a.Param == b.Param && a.Answer == b.Answer && a.Elements == b.Elements && a.Result == b.Result && slices.Equal(a.Labels, b.Labels)
		}) &&
		slices.Equal(s.Globals, o.Globals) &&
		slices.EqualFunc(s.Locs, o.Locs, func(a, b Loc) bool {
			return a.Collapsed == b.Collapsed && a.Crossed == b.Crossed && slices.Equal(a.Kids, b.Kids) && slices.Equal(a.Funcs, b.Funcs)
		}) &&
		slices.EqualFunc(s.Edges, o.Edges, func(a, b Edge) bool {
			return a.From == b.From && a.To == b.To && a.FromDeep == b.FromDeep && a.ToDeep == b.ToDeep && a.Later == b.Later && slices.Equal(a.Drop, b.Drop)
		}) &&
		slices.EqualFunc(s.Sources, o.Sources, func(a, b SourceAt) bool {
			return a.Loc == b.Loc && a.Cond == b.Cond && a.Name == b.Name && a.Pos == b.Pos && slices.Equal(a.Labels, b.Labels)
		}) &&
		slices.Equal(s.Sinks, o.Sinks) &&
		slices.EqualFunc(s.Calls, o.Calls, func(a, b Call) bool {
			return a.Fun == b.Fun && a.Held == b.Held && a.Method == b.Method && a.Iface == b.Iface && slices.Equal(a.Args, b.Args) &&
				a.Result == b.Result && a.Loose == b.Loose && slices.Equal(a.Control, b.Control) && slices.Equal(a.Texts, b.Texts)
		})
}

// Size returns how much s holds: locations, edges and calls.
func (s *Summary) Size() int { return len(s.Locs) + len(s.Edges) + len(s.Calls) }

// Reach returns the given locations and all that can be reached from them.
func (s *Summary) Reach(roots ...int) map[int]bool {
	seen := make(map[int]bool)
	for work := slices.Clone(roots); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		for _, k := range s.Locs[n].Kids {
			work = append(work, k.Loc)
		}
	}
	return seen
}
