package graph

// This file gives each enumeration its words. The words are those of the text,
// JSON, DOT and Mermaid forms.

import (
	"fmt"
	"strconv"
)

// The words, by value. A word that is "invalid" stands for no value.
var (
	kindNames        = []string{"invalid", "entry", "exit", "tool", "llm", "router", "human", "subgraph", "passthrough"}
	edgeKindNames    = []string{"invalid", "direct", "conditional", "parallel", "loop"}
	modeNames        = []string{"unspecified", "any", "all"}
	deadEndNames     = []string{"unspecified", "stops", "fails", "exits"}
	callsNames       = []string{"unspecified", "once", "any", "none"}
	hintNames        = []string{"unset", "false", "true"}
	unansweredNames  = []string{"none", "step", "turn"}
	unheardNames     = []string{"never", "always", "perhaps"}
	gateNames        = []string{"none", "confirm", "conditional", "wrapper", "interrupt", "callback", "ignored"}
	slipNames        = []string{"none", "any", "refusal", "word", "failure", "other", "uncalled", "model", "off", "guise", "late", "unset"}
	unknownKindNames = []string{"anything", "targets", "sources", "tools", "bound", "body"}
	confineNames     = []string{"none", "path", "host", "command", "sql"}
	agentKindNames   = []string{"unknown", "llm", "sequential", "parallel", "loop", "workflow", "team", "swarm", "custom", "remote", "server"}
	exprOpNames      = []string{"opaque", "const", "state", "param", "len", "==", "!=", "<", "<=", ">", ">=", "!"}
	boundStateNames  = []string{"none", "unlimited", "known", "present"}
)

func (k Kind) String() string        { return word(kindNames, int(k)) }
func (k EdgeKind) String() string    { return word(edgeKindNames, int(k)) }
func (m Mode) String() string        { return word(modeNames, int(m)) }
func (d DeadEnd) String() string     { return word(deadEndNames, int(d)) }
func (c Calls) String() string       { return word(callsNames, int(c)) }
func (h Hint) String() string        { return word(hintNames, int(h)) }
func (u Unheard) String() string     { return word(unheardNames, int(u)) }
func (g GateKind) String() string    { return word(gateNames, int(g)) }
func (u Unanswered) String() string  { return word(unansweredNames, int(u)) }
func (s SlipWay) String() string     { return word(slipNames, int(s)) }
func (u UnknownKind) String() string { return word(unknownKindNames, int(u)) }
func (c Confine) String() string     { return word(confineNames, int(c)) }
func (k AgentKind) String() string   { return word(agentKindNames, int(k)) }
func (op ExprOp) String() string     { return word(exprOpNames, int(op)) }
func (s BoundState) String() string  { return word(boundStateNames, int(s)) }

// MarshalText returns the word for k.
func (k AgentKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word for a kind.
func (k *AgentKind) UnmarshalText(text []byte) error {
	v, ok := parseWord[AgentKind](agentKindNames, string(text))
	if !ok {
		return fmt.Errorf("%q is no kind of agent", text)
	}
	*k = v
	return nil
}

// String returns "unlimited", "at most n", "limited" or "", the latter two with what may
// set another number.
func (b Bound) String() string {
	switch b.State {
	case BoundUnlimited:
		return "unlimited"
	case BoundKnown:
		return fmt.Sprintf("at most %d", b.N)
	case BoundPresent:
		switch {
		case b.N > 0:
			return fmt.Sprintf("at most %d unless %s sets another", b.N, b.By)
		case b.By != "":
			return "limited by " + b.By
		}
		return "limited"
	}
	return ""
}

func word(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "invalid(" + strconv.Itoa(i) + ")"
}

// parseWord returns the value of type T whose word is s.
func parseWord[T ~uint8](names []string, s string) (T, bool) {
	for i, name := range names {
		if name == s {
			return T(i), true
		}
	}
	return 0, false
}
