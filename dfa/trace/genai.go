package trace

// This file makes events of spans.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/internal/spell"
)

// Attributes of the semantic conventions, and of the Agent Development Kit, which
// records arguments and steps under names of its own.
const (
	keyOperation    = "gen_ai.operation.name"
	keyTool         = "gen_ai.tool.name"
	keyCall         = "gen_ai.tool.call.id"
	keyArguments    = "gen_ai.tool.call.arguments"
	keyADKArguments = "gcp.vertex.agent.tool_call_args"
	keyResult       = "gen_ai.tool.call.result"
	keyAgent        = "gen_ai.agent.name"
	keyNode         = "gen_ai.node.name"

	// mergedTools is what ADK calls the sum of calls that were made together, each
	// of which has a span of its own.
	mergedTools = "(merged tools)"
)

// Attributes of this package.
const (
	ownPrefix   = "agentvet."
	ownRefused  = ownPrefix + "refused"
	ownHuman    = ownPrefix + "human"
	ownNode     = ownPrefix + "node"
	ownKind     = ownPrefix + "kind"
	ownDecision = ownPrefix + "decision"
	ownTags     = ownPrefix + "tags"
	ownCaps     = ownPrefix + "caps"
)

var ownKeys = []string{ownRefused, ownHuman, ownNode, ownKind, ownDecision, ownTags, ownCaps}

// An operation is what a span of the conventions stands for.
type operation uint8

const (
	opOther operation = iota // not of the conventions, or nothing that a rule asks for
	opTool
	opModel
	opAgent
	opNode
)

var operations = map[string]operation{
	"execute_tool": opTool, "chat": opModel, "generate_content": opModel, "text_completion": opModel,
	"invoke_agent": opAgent, "invoke_node": opNode,
}

// genAI is what a span says of what happened.
type genAI struct {
	op    operation
	call  string
	agent string
	event dfa.Event
	own   bool // it has attributes of this package
}

// readAttributes turns attrs into genAI, and drops them.
func (s *span) readAttributes() error {
	a := s.attrs
	s.attrs = nil
	word := a.text(keyOperation)
	g := genAI{op: operations[word], call: a.text(keyCall), agent: a.text(keyAgent)}
	named := func(key string) string { // as the span's own name says it
		rest, _ := strings.CutPrefix(s.name, word+" ")
		if rest == s.name {
			rest = ""
		}
		return cmp.Or(a.text(key), rest)
	}
	switch g.op {
	case opTool:
		g.event.Tool = named(keyTool)
		if g.event.Tool == "" {
			return fmt.Errorf("a call of a tool without %s", keyTool)
		}
		if g.event.Tool == mergedTools {
			g = genAI{}
			break
		}
		g.event.Args, g.event.Open = arguments(a)
		g.event.Result, g.event.Returned = result(a)
	case opModel:
		g.event.Kind = "llm"
	case opAgent:
		g.agent = named(keyAgent)
		g.event.Kind = "llm"
	case opNode:
		g.event.Node = named(keyNode)
	}
	s.genAI = g
	return s.readOwn(a)
}

// arguments returns those of a call, and whether they are not known.
func arguments(a attributes) (args []dfa.Arg, open bool) {
	v, ok := a[keyArguments]
	if !ok {
		v = a[keyADKArguments]
	}
	var err error
	switch v := v.(type) {
	case string:
		args, err = dfa.ParseArgs(v)
	case map[string]any:
		args, err = dfa.ArgsOf(v)
	default:
		return nil, true
	}
	return args, err != nil
}

// result returns what a call returned, and whether it is known.
func result(a attributes) ([]dfa.Arg, bool) {
	v, ok := a[keyResult]
	if !ok {
		return nil, false
	}
	text, isText := v.(string)
	if !isText {
		data, err := json.Marshal(v)
		if err != nil {
			return nil, false
		}
		text = string(data)
	}
	args, err := dfa.ParseResult(text)
	return args, err == nil
}

// readOwn reads the attributes of this package. One that does not exist is an
// error, as it would say nothing without a word.
func (s *span) readOwn(a attributes) error {
	var keys []string
	for key := range a {
		if strings.HasPrefix(key, ownPrefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	e := &s.genAI.event
	for _, key := range keys {
		s.genAI.own = true
		ok := false
		switch v := a[key]; key {
		case ownRefused:
			var refused bool
			if refused, ok = v.(bool); refused {
				s.genAI = genAI{agent: s.genAI.agent}
				return nil
			}
		case ownHuman:
			e.Human, ok = v.(bool)
		case ownNode:
			e.Node, ok = v.(string)
		case ownKind:
			e.Kind, ok = v.(string)
			ok = ok && slices.Contains(kindWords, e.Kind)
		case ownDecision:
			e.Decision, ok = v.(string)
		case ownTags:
			e.Tags, ok = texts(v)
		case ownCaps:
			e.Caps, ok = texts(v)
		default:
			return fmt.Errorf("unknown attribute %s%s", key, spell.DidYouMean(key, ownKeys))
		}
		if !ok {
			return fmt.Errorf("%s: no value that it can have: %v", key, a[key])
		}
	}
	return nil
}

func texts(v any) ([]string, bool) {
	list, ok := v.([]any)
	var words []string
	for _, x := range list {
		s, isText := x.(string)
		ok = ok && isText
		words = append(words, s)
	}
	return words, ok
}

// entriesOf returns the events that spans mean, run by run.
func entriesOf(spans []*span) ([]Entry, error) {
	spans, err := link(spans)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(spans, func(a, b *span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), a.depth-b.depth)
	})
	byRun := make(map[string][]*span)
	var order []string
	for _, s := range spans {
		if byRun[s.trace] == nil {
			order = append(order, s.trace)
		}
		byRun[s.trace] = append(byRun[s.trace], s)
	}
	var entries []Entry
	for _, id := range order {
		entries = append(entries, runOf(byRun[id])...)
	}
	return entries, nil
}

// link finds what lies above each span. A span that is in the log twice, as when a
// batch was sent again, counts once.
func link(spans []*span) ([]*span, error) {
	type key struct{ trace, id string }
	index := make(map[key]*span, len(spans))
	once := spans[:0]
	for _, s := range spans {
		k := key{s.trace, s.id}
		if index[k] == nil {
			index[k] = s
			once = append(once, s)
		}
	}
	for _, s := range once {
		s.above = index[key{s.trace, s.parent}]
	}
	for _, s := range once {
		for up := s.above; up != nil; up = up.above {
			if s.depth++; s.depth > MaxNesting {
				return nil, &Error{s.pos, fmt.Sprintf("spans lie in one another, more than MaxNesting = %d deep", MaxNesting)}
			}
		}
		if s.genAI.op == opModel {
			if up := s.nearest(func(g *genAI) bool { return g.op == opAgent }); up != nil {
				up.modeled = true
			}
		}
	}
	return once, nil
}

// nearest returns the nearest span above s of which is holds, nil if there is
// none.
func (s *span) nearest(is func(*genAI) bool) *span {
	up := s.above
	for up != nil && !is(&up.genAI) {
		up = up.above
	}
	return up
}

// runOf returns the events of one trace, and its end.
func runOf(spans []*span) []Entry {
	var entries []Entry
	first := spans[0]
	end, rooted := Finished, false
	for _, s := range spans {
		if s.happened() {
			entries = append(entries, Entry{Run: s.trace, Pos: s.pos, Event: s.event(), Spans: true})
		}
		if s.parent == "" {
			rooted = true
			if !s.ended || s.failed {
				end = Aborted
			}
		}
	}
	if !rooted {
		end = Aborted
	}
	return append(entries, Entry{Run: first.trace, Pos: first.pos, End: end, Spans: true})
}

// happened reports whether s is an event.
func (s *span) happened() bool {
	g := &s.genAI
	switch {
	case g.own:
		return true
	case g.op == opTool:
		up := s.nearest(func(g *genAI) bool { return g.op != opOther })
		return up == nil || !up.genAI.same(g)
	case g.op == opAgent:
		return !s.modeled
	}
	return g.op != opOther
}

// same reports whether g and h, which lies in it, are one call.
func (g *genAI) same(h *genAI) bool {
	return g.op == opTool && g.event.Tool == h.event.Tool && (g.call == h.call || g.call == "" || h.call == "")
}

// event returns the event that s is.
func (s *span) event() dfa.Event {
	e := s.genAI.event
	e.Failed = s.failed
	e.Agent = s.genAI.agent
	if e.Agent == "" {
		if up := s.nearest(func(g *genAI) bool { return g.agent != "" }); up != nil {
			e.Agent = up.genAI.agent
		}
	}
	if e.Node == "" && (s.genAI.op == opModel || s.genAI.op == opAgent) {
		e.Node = e.Agent
	}
	return e
}
