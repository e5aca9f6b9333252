package taint

// This file defines flows and their witnesses.

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Op says how data moves in one hop.
type Op uint8

const (
	OpInvalid Op = iota
	OpSource     // the data comes into being
	OpCall       // into a call
	OpReturn     // out of a function
	OpStore      // into memory: a field, an element, a variable
	OpLoad       // out of memory
	OpSend       // into a channel
	OpReceive    // out of a channel
	OpCapture    // into a closure
	OpConvert    // a conversion, an operator, a type assertion
	OpSink       // where it must not be
	OpModel      // into the context of a model, and out of it
	OpTool       // out of a tool
	OpEdge       // from one step of a workflow to another
	OpState      // into or out of what a framework keeps between steps
	OpDecide     // into a condition, which decides on what follows
	// What only data tells that is said to be confined:
	OpUnread // out of code that is not known
	OpCheck  // behind a check that is not understood
	OpClean  // without the marks that Hop.Name has, from here on
	OpRemake // out of a function that makes another text of it
	// OpWeak: behind a check that looks at a part of it only, which Hop.Name is.
	OpWeak
	// OpLimit: behind conditions of a function that do not show that a number keeps a limit: see LimitHop.
	OpLimit
	OpEscape // out of a function that puts something in the place of quotes, which may be enough, or not
	OpAnswer // out of a client, code that is not known: what it answers may be what others say
	OpPut    // into memory that code of the program was given which is not known: it may put it there
	OpIf     // into a sink that may be none: what else the call is given decides, and is not known
	OpOpen   // between quotes of a shell that are open already, where quotes around the data do not hold
	OpWord   // into a line for a shell, as a quoted word that is an option of a program if it begins with a dash
	numOps
)

var opNames = [numOps]string{"invalid", "source", "call", "return", "store", "load", "send", "receive", "capture", "convert", "sink", "model", "tool", "edge", "state", "decide", "unread", "check", "clean", "remake", "weak", "limit", "escape", "answer", "put", "if", "open", "word"}

// What a check looks at that lets others pass, as the names of hops with OpWeak.
const (
	WeakBeginning = "beginning"
	WeakEnd       = "end"
	WeakPart      = "part"
	WeakWords     = "words"
	WeakLine      = "line"   // of a line for a shell: of a path, the same may be enough
	WeakTried     = "tried " // likewise, with a command behind it that the check was tried with
)

// WeakForLine reports whether the name of a hop with OpWeak is that of a check that a line for a shell gets past: of something else,
// the same may be enough.
func WeakForLine(name string) bool { return name == WeakLine || strings.HasPrefix(name, WeakTried) }

func (op Op) String() string {
	if op >= numOps {
		return "invalid"
	}
	return opNames[op]
}

// A Hop is one step of a flow at a place of the analysed program.
type Hop struct {
	Op   Op
	Name string // the function, field or variable, if it has a name
	Pos  graph.Pos
}

// String returns "call f at file:1:2".
func (h Hop) String() string {
	words := []string{h.Op.String()}
	if h.Name != "" {
		words = append(words, h.Name)
	}
	return strings.Join(append(words, "at", h.Pos.String()), " ")
}

// A Source is where labelled data comes from.
type Source struct {
	Name   string // the function or field
	Labels Labels
	Pos    graph.Pos
}

// Same reports whether s and o are one source. What a model chooses for a tool and
// what the tool returns have one name and one place, but not the same labels.
func (s Source) Same(o Source) bool {
	return s.Name == o.Name && s.Pos == o.Pos && slices.Equal(s.Labels, o.Labels)
}

// A Sink is where data goes that should not.
type Sink struct {
	Name string // the function or field
	Kind string // exec, sql, path, url, template, script, log, prompt, …
	// Forbid and Unless are what the tag of a field of KindField says: labels, tools
	// and sanitizers, joined by "|"; Title is what it calls itself, "" for nothing.
	Forbid, Unless, Title string
	Pos                   graph.Pos
}

// Minds reports whether data with labels, marks included, is of any interest in s.
func (s *Sink) Minds(labels Labels) bool {
	if s.concerns(labels) || s.actsOn(labels) {
		return true
	}
	chosen := labels.Has(LabelModel) || labels.Has(LabelSaid)
	switch {
	case s.IsRead() || s.Kind == KindBuild:
		return chosen && labels.Has(MarkOf("path"))
	case s.IsBeside():
		return chosen && labels.Has(MarkOf(s.Kind)) && !labels.Has(harmsFirst[s.Kind])
	case s.Kind == KindTree:
		return len(labels.Visible()) > 0 && labels.Has(MarkFolder) && !labels.Has(MarkOf("path"))
	case s.Kind == "path" && labels.Has(MarkFolder) && !labels.Has(MarkEnd):
		return len(labels.Visible()) > 0
	}
	if len(labels.Visible()) == 0 || slices.Contains([]string{KindAct, KindArgument, KindMayAct, KindUnread, KindWorkdir}, s.Kind) {
		return false
	}
	return !slices.Contains(Marked, s.Kind) || labels.Has(MarkOf(s.Kind))
}

// IsRead reports whether data decides in s which file is read, or which folder is used. That is of
// interest for what a model chooses, and for data that is said to be confined.
func (s *Sink) IsRead() bool { return s.Kind == KindRead || s.Kind == KindFolder }

// Kinds of sinks that go with others: what is harmless there in one way may do harm in another.
const (
	KindLink     = "link"     // a path, which may lead out of its folder by a symbolic link
	KindEndpoint = "endpoint" // the address of a request, behind the host
)

// Beside returns the kind of the sink that goes with s, "" for none.
func (s *Sink) Beside() string {
	switch {
	case s.Kind == "path", s.Kind == KindRead:
		return KindLink
	case s.Kind == "url" && strings.HasPrefix(s.Name, "net/http."):
		return KindEndpoint
	}
	return ""
}

// harmsFirst has the marks of data that does harm where a sink of a kind goes with.
var harmsFirst = map[string]string{KindLink: MarkOf("path"), KindEndpoint: MarkURL}

// IsBeside reports whether s goes with another sink, in which what arrives here does no harm: see Beside.
func (s *Sink) IsBeside() bool { return s.Kind == KindLink || s.Kind == KindEndpoint }

// KindBuild is the folder in which a program runs what it finds there.
const KindBuild = "build"

// KindVariables is the environment of a program, or an entry of it: who names its variables names one that says what else
// runs. An entry whose name the program begins does no harm.
const KindVariables = "variables"

// KindContent is what a file is given to have in it. It is the kind of rows alone: where the program runs the file, data
// is in a command.
const KindContent = "content"

// RunFile is the name of a hop of OpStore into a file that the program runs.
const RunFile = "a file that is run"

// IsEffect reports whether data does something to the machine in s.
func (s *Sink) IsEffect() bool {
	return s.Kind == KindBuild || s.Kind == KindTree || slices.Contains(Marked, s.Kind) && !s.IsBeside()
}

// Kinds of sinks that no row names.
const (
	KindField  = "field"  // a field with a sink tag
	KindResult = "result" // what a tool returns to a model
	// KindOutward: through it, data leaves the program.
	KindOutward = "outward"
)

// Marks are labels that every source has beside its own: what is lost on the way
// tells how the data was used. The mark of a kind of sinks is lost where the data
// becomes harmless there, as a number is in a command, or text behind the host of a
// URL where a host is called.

// MarkURL is the mark of sinks that decide which host is called.
const MarkURL = "@url"

// MarkGot is the mark of data that was fetched by its address alone: the program did not ask
// a service to say what it should do, as who asks a model does.
const MarkGot = "@got"

// MarkLine is the mark of data that may be a whole command of a shell: text behind the name of a program has lost it. MarkMeta is the one
// of data in which a shell may go on with another command: where all signs for that are refused, it is lost.
const (
	MarkLine = "@line"
	MarkMeta = "@meta"
)

// MarkBare is the mark of data that has not stood in single quotes where they hold: a way on which it keeps the mark is apart from those on
// which it does not.
const MarkBare = "@bare"

// MarkDash is the mark of data that may begin with a dash when a shell has taken away the quotes around it, or has none.
const MarkDash = "@dash"

// MarkApart is the mark of data that has been kept apart from other data all the way: it
// is lost where the analysis gives up to tell parts of something large from each other, where a
// client of others answers, where code of the program may have put it that is not known, and where a call does
// what it does with it only if something is so that is not known.
const MarkApart = "@@apart"

// Marked are the kinds of sinks that have a mark: data without it does no harm there.
var Marked = []string{KindEndpoint, "env", "exec", KindLink, "option", "path", "script", "sql", "template", "url", KindVariables}

// Kinds are the kinds of sinks that rows may name: those that some rule is about.
var Kinds = []string{KindArgument, KindBuild, KindContent, "description", "env", "exec", KindFolder, "log", "option", "outward", "path", "prompt", KindRead, "script", "sql", "system", "template", KindTree, "url", KindVariables, KindWorkdir}

// MarkOf returns the mark of a kind of sinks, or the one that a sanitizer takes away.
func MarkOf(name string) string { return "@" + name }

// NamesOf returns the names that a sink may call a sanitizer of a package by: alone, with
// the last part of the package's path, and with all of it.
func NamesOf(pkg, name string) []string {
	return []string{name, path.Base(pkg) + "." + name, pkg + "." + name}
}

// A Flow is data of a source that reaches a sink.
type Flow struct {
	Source Source
	Sink   Sink
	Labels Labels // those of the source that arrive
	Hops   []Hop  // from source to sink, both included
	// Tools are the names of tools of which Source is one, and Hops the way of each: they have one handler. They are nil
	// if it is that of one tool.
	Tools []string
}

// IsSaid reports whether the data is what the program reads of calls of a model: see LabelSaid.
func (f Flow) IsSaid() bool { return f.Source.Labels.Has(LabelSaid) }

// Unsaid returns flows as they are without LabelSaid: those of data that is nothing else are left out.
func Unsaid(flows []Flow) (out []Flow) {
	said := Labels{LabelSaid}
	for _, f := range flows {
		if f.IsSaid() {
			f.Source.Labels, f.Labels = f.Source.Labels.Without(said), f.Labels.Without(said)
		}
		if len(f.Source.Labels) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// An Arrival is the labels of data that reaches a sink, of whatever source.
type Arrival struct {
	Sink   Sink
	Labels Labels
}

// IsSure reports whether f is known to be of the data that it is said to be of: without
// the mark, it may be of other data that lies beside it.
func (f *Flow) IsSure() bool { return f.Labels.Has(MarkApart) }

// SortFlows sorts flows by sink, then by source, and keeps of those with one source and
// one sink the one with the fewest hops, with the labels of all. Flows that have lost
// different marks stay apart: each has been through something else.
func SortFlows(flows []Flow) []Flow {
	// Flows are large, and there may be a hundred thousand: what moves is their order.
	order := make([]int, len(flows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := flows[i].compare(&flows[j]); c != 0 {
			return c
		}
		return i - j
	})
	var out []Flow
	first := 0 // of those with the source and the sink of the last
	for _, i := range order {
		f := &flows[i]
		if len(out) > 0 && (out[first].Sink != f.Sink || !out[first].Source.Same(f.Source)) {
			first = len(out)
		}
		n := first
		for n < len(out) && !out[n].covers(f) {
			n++
		}
		if n < len(out) {
			out[n].Labels = out[n].Labels.Union(f.Labels)
			continue
		}
		out = append(out, *f)
	}
	return out
}

// A FlowSet gathers flows for SortFlows: those of a package may be hundreds of thousands, and most
// are others once more. Of those with one source, one sink and the same labels it keeps the one that
// is first in the order of SortFlows. The others would be put into that one, or into one that has
// taken it, and would add nothing.
type FlowSet struct {
	flows  []Flow
	added  []int // by flow: how many were added before it
	byEnds map[flowEnds][]int32
	total  int
}

type flowEnds struct {
	sink Sink
	name string // of the source
	pos  graph.Pos
}

// Add adds f. Its hops are copied.
func (s *FlowSet) Add(f Flow) {
	ends := flowEnds{f.Sink, f.Source.Name, f.Source.Pos}
	s.total++
	for _, n := range s.byEnds[ends] {
		old := &s.flows[n]
		if !slices.Equal(old.Labels, f.Labels) || !slices.Equal(old.Source.Labels, f.Source.Labels) {
			continue
		}
		if f.compare(old) < 0 {
			old.Hops = append(old.Hops[:0], f.Hops...)
			s.added[n] = s.total
		}
		return
	}
	f.Hops = slices.Clone(f.Hops)
	if s.byEnds == nil {
		s.byEnds = make(map[flowEnds][]int32)
	}
	s.byEnds[ends] = append(s.byEnds[ends], int32(len(s.flows)))
	s.flows, s.added = append(s.flows, f), append(s.added, s.total)
}

// All returns the flows of s, in the order in which they were added.
func (s *FlowSet) All() []Flow {
	order := make([]int, len(s.flows))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(i, j int) int { return s.added[i] - s.added[j] })
	out := make([]Flow, 0, len(order))
	for _, n := range order {
		out = append(out, s.flows[n])
	}
	return out
}

// compare compares flows by sink, by source, and by what lies between.
func (f *Flow) compare(g *Flow) int {
	if c := f.Sink.Pos.Compare(g.Sink.Pos); c != 0 {
		return c
	}
	if c := cmp.Or(strings.Compare(f.Sink.Kind, g.Sink.Kind), strings.Compare(f.Sink.Name, g.Sink.Name), f.Source.Pos.Compare(g.Source.Pos)); c != 0 {
		return c
	}
	if c := cmp.Or(strings.Compare(f.Source.Name, g.Source.Name), slices.Compare(f.Source.Labels, g.Source.Labels), len(f.Hops)-len(g.Hops)); c != 0 {
		return c
	}
	return slices.CompareFunc(f.Hops, g.Hops, compareHops)
}

// covers reports whether f has lost no mark that g has. A sure flow does not make sure what
// another one has and it has not.
func (f *Flow) covers(g *Flow) bool {
	if f.IsSure() && !g.IsSure() {
		return f.Labels.Contains(g.Labels)
	}
	return !slices.ContainsFunc(g.Labels, func(name string) bool { return !IsVisible(name) && !f.Labels.Has(name) })
}

func compareHops(a, b Hop) int {
	return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Op, b.Op), strings.Compare(a.Name, b.Name))
}

// LastTool returns the name of the last of some tools that the data of a flow is given to, by a model
// or by code. Where a model hands over to another one that calls a tool, only the call names the tool.
func LastTool(f *Flow, tools []*graph.Tool) string {
	name := f.Source.Name
	for _, h := range f.Hops {
		if h.Op == OpModel || h.Op == OpCall && slices.ContainsFunc(tools, func(t *graph.Tool) bool { return t.Name == h.Name && t.Pos == h.Pos }) {
			name = h.Name
		}
	}
	return name
}
