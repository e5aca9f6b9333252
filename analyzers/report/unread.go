package report

// This file words what may be an agent and was not read.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A SeenKind says what was seen, the most telling kind first.
type SeenKind uint8

const (
	SeenLibrary SeenKind = iota // a library of agents that is not read
	SeenBuild                   // a call that builds an agent with one that is
	SeenRead                    // which tool is to be called is read
	SeenChoice                  // what a model answers in words chooses what runs
	SeenOffer                   // a tool is described to a model
	SeenAnswer                  // the result of a call goes back
	SeenRemote                  // a tool of an MCP server is called
	SeenWord                    // a word of a protocol
	SeenAsk                     // a model is asked: alone, that is no agent
	SeenStart                   // the command of an agent is started
)

// A Seen is a place that may belong to an agent.
type Seen struct {
	Kind SeenKind  `json:"kind"`
	Name string    `json:"name"` // a library, a function, a field or a word
	Of   string    `json:"of"`   // the protocol, or what the library is
	Pos  graph.Pos `json:"pos"`
	// Server: it is about tools that an MCP client calls.
	Server bool `json:"server,omitempty"`
}

// CompareSeen orders places: the most telling first.
func CompareSeen(a, b Seen) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), ComparePos(a.Pos, b.Pos), cmp.Compare(a.Name, b.Name))
}

// unread is how each message of Unread begins.
const unread = "there may be an agent that was not read: "

// UnreadReason returns why a finding of Unread says that something was not read.
func UnreadReason(f *Finding) string { return strings.TrimPrefix(f.Message, unread) }

// Unread says that places were seen which may belong to an agent, and that none was read.
// There is a place.
func Unread(list []Seen) *Finding {
	const most = 8 // places in the witness
	list = slices.Clone(list)
	slices.SortFunc(list, CompareSeen)
	list = slices.CompactFunc(list, func(a, b Seen) bool { return a == b })
	first := list[0]
	f := newFinding(rules.Unread, first.Pos, "%s%s", unread, first.reason())
	f.Verdict = verdict.Unknown
	f.Subject = first.Name
	shown := telling(list)
	more := len(list) - min(len(shown), most)
	for _, s := range shown[:min(len(shown), most)] {
		f.Witness = append(f.Witness, Step{Pos: s.Pos, Text: s.text()})
	}
	if more > 0 {
		f.Witness = append(f.Witness, Step{Text: "and " + plural(more, "place") + " like these"})
	}
	return f
}

// telling returns the first place of each name.
func telling(list []Seen) (out []Seen) {
	for _, s := range list {
		same := func(o Seen) bool { return o.Kind == s.Kind && o.Name == s.Name && o.Of == s.Of }
		if !slices.ContainsFunc(out, same) {
			out = append(out, s)
		}
	}
	return out
}

// reason says what was not understood.
func (s *Seen) reason() string {
	switch s.Kind {
	case SeenLibrary:
		return fmt.Sprintf("agentvet does not know %s, %s", s.Name, s.Of)
	case SeenBuild:
		return fmt.Sprintf("%s is called, and what it builds was not understood", s.Name)
	case SeenRead:
		if s.Server {
			return "code reads which tool a client wants called, and what it does then was not understood"
		}
		return "code reads which tool a model wants called, and what it does then was not understood"
	case SeenChoice:
		if s.Name == "" {
			return "pieces of what a model answers choose what runs, and what runs with which was not understood"
		}
		return fmt.Sprintf("what a model answers chooses what runs (by %q), and agentvet could not tell whether the model is asked again with what came of it", s.Name)
	case SeenOffer:
		return "tools are offered, and what happens when one is called was not understood"
	case SeenAnswer:
		return "a model is told what its calls came to, and what runs when it calls was not understood"
	case SeenRemote:
		return "tools of an MCP server are called, and what chooses them was not understood"
	case SeenStart:
		return fmt.Sprintf("%s is started, an agent with tools of its own, and what it may do unasked was not understood", s.Name)
	}
	return fmt.Sprintf("the code uses %q, which belongs to a protocol for calling tools (%s), and agentvet could not tell what for", s.Name, s.Of)
}

// text says what is at the place.
func (s *Seen) text() string {
	switch s.Kind {
	case SeenLibrary:
		return fmt.Sprintf("%s is imported: %s", s.Name, s.Of)
	case SeenBuild:
		return fmt.Sprintf("%s is called: %s", s.Name, s.Of)
	case SeenRead:
		return fmt.Sprintf("%s is read: the name of a call (%s)", s.Name, s.Of)
	case SeenChoice:
		if s.Name == "" {
			return "a piece of the answer is compared here, or is the key of a map, and code is chosen by it"
		}
		return fmt.Sprintf("%q is a part of the answer, and code is chosen by it", s.Name)
	case SeenOffer:
		return fmt.Sprintf("%s is set: the name of a tool (%s)", s.Name, s.Of)
	case SeenAnswer:
		return fmt.Sprintf("%s is set: the call that a result answers (%s)", s.Name, s.Of)
	case SeenRemote:
		return fmt.Sprintf("%s calls a tool of a server", s.Name)
	case SeenStart:
		return fmt.Sprintf("the command %s is looked up or started", s.Name)
	}
	return fmt.Sprintf("%q belongs to %s", s.Name, s.Of)
}

// Unexplained returns the places that may belong to an agent although some things were
// read. An agent that was read explains all of them but the import of a library that is
// not read, and so does a workflow all but what is about tools that clients call; a server does not explain what a model wants called; a
// tool explains what is about tools that clients call. Of read, only agents that are no servers count as agents.
func Unexplained(list []Seen, read Scope, servers int) []Seen {
	agent := read.Workflows+read.Agents > 0
	var out []Seen
	for _, s := range list {
		if s.Kind == SeenAsk {
			continue
		}
		served := s.Server && read.Tools > 0 || servers > 0 && !s.IsCall()
		explained := agent && (read.Agents > 0 || !s.Server)
		if s.Kind == SeenLibrary || !explained && !served {
			out = append(out, s)
		}
	}
	return out
}

// IsCall reports whether a place is where code reads what a model wants called.
func (s *Seen) IsCall() bool { return !s.Server && (s.Kind == SeenRead || s.Kind == SeenChoice) }

// Count counts agents, those that are servers apart.
func Count(agents []*graph.Agent) (n, servers int) {
	for _, a := range agents {
		if a.Kind == graph.AgentServer {
			servers++
		} else {
			n++
		}
	}
	return n, servers
}
