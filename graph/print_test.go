package graph

import (
	"bytes"
	"io"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/golden"
)

// hostile returns a workflow whose names try to break every syntax.
func hostile() *Workflow {
	names := []string{"start", "", "end", "a\nb", `q"q`, `back\slash\`, "a b", "a-b", "a_b", "subgraph", "x --> y", "<b>&amp;#35;", "[x](y)", "`c`", "ünïcode ✓", "%%c", "{{", "*md*"}
	w := &Workflow{Name: "hostile \"graph\" \\ }", Exits: []NodeID{2}}
	for i, name := range names {
		w.Nodes = append(w.Nodes, Node{Name: name, Kind: Kind(i%8 + 1), Label: name + "!"})
		if i > 0 {
			w.Nodes[i].Kind = Kind(i%7 + 2)
			w.Edges = append(w.Edges, Edge{From: NodeID(i - 1), To: NodeID(i), Kind: EdgeKind(i%4 + 1), Branch: None, Label: name})
		}
	}
	return w
}

func TestGolden(t *testing.T) {
	for name, w := range map[string]*Workflow{"full": full(), "hostile": hostile()} {
		short := PrintOptions{Pos: func(p Pos) string { return strings.TrimPrefix(p.String(), "dir/") }}
		for ext, write := range map[string]func(io.Writer, PrintOptions) error{
			".txt": w.WriteText, ".dot": w.WriteDOT, ".mmd": w.WriteMermaid,
			".json": func(out io.Writer, _ PrintOptions) error { return Encode(out, w) },
		} {
			var out bytes.Buffer
			if err := write(&out, short); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("testdata", name+ext), out.String())
		}
	}
}

// TestWay marks a way that goes into a body and through a node again and again.
func TestWay(t *testing.T) {
	w := full()
	body := w.Nodes[3].Sub
	way := &Way{Text: "a \"way\" & more", Steps: [][]Spot{{{w, 0, None}}, {{w, 1, 0}}, nil, {{w, 3, None}, {body, 0, None}}, {{body, 1, 0}}, {{w, 1, None}}, {{w, 1, None}}, {{w, 1, None}}, {{w, 1, None}}}}
	for ext, write := range map[string]func(io.Writer, PrintOptions) error{".dot": w.WriteDOT, ".mmd": w.WriteMermaid} {
		var out bytes.Buffer
		if err := write(&out, PrintOptions{Way: way}); err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, filepath.Join("testdata", "way"+ext), out.String())
	}
}

func TestGoldenProgram(t *testing.T) {
	full := full()
	leaf := &Agent{Name: "leaf", Kind: AgentLLM, Tools: full.Nodes[1].Tools, Unknowns: []Unknown{{UnknownTools, None, reason.Words("the list is computed"), false, Pos{}}}}
	root := &Agent{Name: "root", Kind: AgentLoop, Framework: "adk", SubAgents: []*Agent{leaf, leaf}, Bound: Known(2), Returns: "out", Unused: true, Pos: Pos{"a.go", 1, 1}}
	leaf.SubAgents = []*Agent{root}
	p := &Program{
		Workflows: []*Workflow{good(), full.Nodes[3].Sub},
		Agents:    []*Agent{root, leaf}, Tools: full.Nodes[1].Tools,
		Unknowns: []Unknown{{UnknownAnything, None, reason.Words("a package does not compile"), false, Pos{"b.go", 2, 2}}},
	}
	golden.Compare(t, filepath.Join("testdata", "program.txt"), p.Text())
	text, err := p.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join("testdata", "program.json"), string(text)+"\n")
}

// TestTextIsStable checks that printing does not depend on map order and does
// not change what it prints.
func TestTextIsStable(t *testing.T) {
	w := full()
	for range 20 {
		var a, b bytes.Buffer
		w.WriteMermaid(&a, PrintOptions{})
		full().WriteMermaid(&b, PrintOptions{})
		w.WriteDOT(&a, PrintOptions{})
		full().WriteDOT(&b, PrintOptions{})
		if a.String() != b.String() || w.Text() != full().Text() {
			t.Fatal("two printings of one workflow differ")
		}
	}
}

// TestShuffle checks that the order of nodes and edges in a file decides the
// order of the text and nothing else: the lines are the same.
func TestShuffle(t *testing.T) {
	const seed = 7
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewSource(seed))
	w, err := Decode("f.json", []byte(agentproof))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		s := permuted(rnd, w)
		if err := Check(s); err != nil {
			t.Fatal(err)
		}
		want, got := strings.Split(w.Text(), "\n"), strings.Split(s.Text(), "\n")
		count := make(map[string]int)
		for i := range want {
			count[want[i]]++
			count[got[i]]--
		}
		for line, n := range count {
			if n != 0 {
				t.Fatalf("line %q: %+d", line, n)
			}
		}
	}
}

// permuted returns w with its nodes and edges in another order.
func permuted(rnd *rand.Rand, w *Workflow) *Workflow {
	s := *w
	to := rnd.Perm(len(w.Nodes))
	s.Nodes = make([]Node, len(w.Nodes))
	for i := range w.Nodes {
		s.Nodes[to[i]] = w.Nodes[i]
	}
	s.Entry = NodeID(to[w.Entry])
	s.Exits = nil
	for _, x := range w.Exits {
		s.Exits = append(s.Exits, NodeID(to[x]))
	}
	s.Branches = append([]Branch(nil), w.Branches...)
	for i := range s.Branches {
		s.Branches[i].From = NodeID(to[w.Branches[i].From])
	}
	s.Edges = append([]Edge(nil), w.Edges...)
	for i := range s.Edges {
		s.Edges[i].From, s.Edges[i].To = NodeID(to[w.Edges[i].From]), NodeID(to[w.Edges[i].To])
	}
	rnd.Shuffle(len(s.Edges), func(i, j int) { s.Edges[i], s.Edges[j] = s.Edges[j], s.Edges[i] })
	return &s
}
