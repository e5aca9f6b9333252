package graph

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNames checks that each value of each enumeration has its word, that
// words are distinct, and that reading a word gives the value back.
func TestNames(t *testing.T) {
	type enum struct {
		name  string
		last  int
		words []string
		str   func(int) string
	}
	for _, e := range []enum{
		{"Kind", int(KindPassthrough), kindNames, func(i int) string { return Kind(i).String() }},
		{"EdgeKind", int(EdgeLoop), edgeKindNames, func(i int) string { return EdgeKind(i).String() }},
		{"Mode", int(ModeAll), modeNames, func(i int) string { return Mode(i).String() }},
		{"DeadEnd", int(DeadEndExits), deadEndNames, func(i int) string { return DeadEnd(i).String() }},
		{"Calls", int(CallsNone), callsNames, func(i int) string { return Calls(i).String() }},
		{"Hint", int(HintTrue), hintNames, func(i int) string { return Hint(i).String() }},
		{"GateKind", int(GateIgnored), gateNames, func(i int) string { return GateKind(i).String() }},
		{"Unanswered", int(UnansweredTurn), unansweredNames, func(i int) string { return Unanswered(i).String() }},
		{"Unheard", int(UnheardPerhaps), unheardNames, func(i int) string { return Unheard(i).String() }},
		{"SlipWay", int(SlipUnset), slipNames, func(i int) string { return SlipWay(i).String() }},
		{"ExprOp", int(ExprNot), exprOpNames, func(i int) string { return ExprOp(i).String() }},
		{"UnknownKind", int(UnknownBody), unknownKindNames, func(i int) string { return UnknownKind(i).String() }},
		{"AgentKind", int(AgentServer), agentKindNames, func(i int) string { return AgentKind(i).String() }},
		{"BoundState", int(BoundPresent), boundStateNames, func(i int) string { return BoundState(i).String() }},
	} {
		if len(e.words) != e.last+1 {
			t.Errorf("%s: %d words for %d values", e.name, len(e.words), e.last+1)
		}
		seen := make(map[string]bool)
		for i := 0; i <= e.last; i++ {
			word := e.str(i)
			if word == "" || seen[word] || strings.HasPrefix(word, "invalid(") {
				t.Errorf("%s(%d).String() = %q", e.name, i, word)
			}
			seen[word] = true
			if got, ok := parseWord[uint8](e.words, word); !ok || int(got) != i {
				t.Errorf("parseWord(%s, %q) = %d, %v, want %d", e.name, word, got, ok, i)
			}
		}
		if got := e.str(e.last + 1); !strings.HasPrefix(got, "invalid(") {
			t.Errorf("%s(%d).String() = %q, want invalid(…)", e.name, e.last+1, got)
		}
	}
}

func TestParsePos(t *testing.T) {
	for _, p := range []Pos{
		{}, {"a.go", 3, 4}, {"a.go", 3, 0}, {"a.go", 0, 0}, {`C:\x\a.go`, 12, 1}, {"a:b.go", 1, 2}, {"", 3, 4},
	} {
		if got := ParsePos(p.String()); got != p {
			t.Errorf("ParsePos(%q) = %#v, want %#v", p.String(), got, p)
		}
	}
	for _, text := range []string{"", "-", "a:0", "a:0:3", "a:1:0", "a:03:4", "a:1:2:3", ":", ":3", "3", "a:99999999999999999999"} {
		p := ParsePos(text)
		if again := ParsePos(p.String()); again != p {
			t.Errorf("ParsePos(%q) = %#v, but its text reads as %#v", text, p, again)
		}
	}
}

func TestAll(t *testing.T) {
	leaf := &Workflow{Name: "leaf"}
	mid := &Workflow{Name: "mid", Nodes: []Node{{Sub: leaf}, {Sub: leaf}}}
	top := &Workflow{Name: "top", Nodes: []Node{{}, {Sub: mid}, {Sub: leaf}, {Sub: mid}}}
	leaf.Nodes = []Node{{Sub: top}} // a cycle, which Check rejects and All survives
	var names []string
	for _, w := range top.All() {
		names = append(names, w.Name)
	}
	if diff := cmp.Diff([]string{"top", "mid", "leaf"}, names); diff != "" {
		t.Error(diff)
	}
	if got := (*Workflow)(nil).All(); got != nil {
		t.Errorf("All of nil = %v", got)
	}
}

func TestBuilderJumps(t *testing.T) {
	b := NewBuilder("w", "test", Pos{})
	b.Node(Node{Name: "a", Kind: KindEntry})
	b.Node(Node{Name: "b", Kind: KindExit})
	br := b.Branch(Branch{From: None})
	b.BranchEdge(br, "a", "b", Edge{Kind: EdgeConditional, Label: "yes"})
	b.BranchEdge(br, "a", "c", Edge{Kind: EdgeConditional, Label: "no"})
	b.Edge("x", "b", Edge{Kind: EdgeDirect})
	w := b.Build()
	want := []Jump{
		{From: 0, Source: "a", Target: "c", Branch: 0, Label: "no"},
		{From: None, Source: "x", Target: "b", Branch: None},
	}
	if diff := cmp.Diff(want, w.Jumps); diff != "" {
		t.Error(diff)
	}
	if err := Check(w); err != nil {
		t.Error(err)
	}
}

// TestAgentKindText checks that a kind of agents is its word in any JSON, and that a
// word that is none is refused.
func TestAgentKindText(t *testing.T) {
	data, err := json.Marshal(AgentSwarm)
	if err != nil || string(data) != `"swarm"` {
		t.Errorf("Marshal(AgentSwarm) = %s, %v", data, err)
	}
	var k AgentKind
	if err := json.Unmarshal(data, &k); err != nil || k != AgentSwarm {
		t.Errorf("Unmarshal(%s) = %v, %v", data, k, err)
	}
	if err := json.Unmarshal([]byte(`"crowd"`), &k); err == nil {
		t.Error(`Unmarshal("crowd") succeeds`)
	}
}
