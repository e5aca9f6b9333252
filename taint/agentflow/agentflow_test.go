package agentflow

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// TestAgents follows data between agents.
func TestAgents(t *testing.T) {
	for name, c := range map[string]struct {
		root *graph.Agent
		want []string
	}{
		"one context": {
			root: llm("one", fetch(), send()),
			want: []string{"fetch -> send.body"},
		},
		"hand over": {
			root: with(llm("desk", fetch()), llm("writer", send())),
			want: []string{"fetch -> send.body"},
		},
		"hand back": {
			root: with(llm("desk", send()), llm("reader", fetch())),
			want: []string{"fetch -> send.body"},
		},
		"siblings, by way of their parent": {
			root: with(llm("desk"), llm("reader", fetch()), llm("writer", send())),
			want: []string{"fetch -> send.body"},
		},
		"sequence": {
			root: with(kind(graph.AgentSequential), llm("reader", fetch()), llm("between"), llm("writer", send())),
			want: []string{"fetch -> send.body"},
		},
		"sequence, the other way round": {
			root: with(kind(graph.AgentSequential), llm("writer", send()), llm("reader", fetch())),
		},
		"loop": {
			root: with(kind(graph.AgentLoop), llm("writer", send()), llm("reader", fetch())),
			want: []string{"fetch -> send.body"},
		},
		"parallel": {
			root: with(kind(graph.AgentParallel), llm("writer", send()), llm("reader", fetch())),
		},
		"parallel, with one that is not known": {
			root: unknown(with(kind(graph.AgentParallel), llm("writer", send()), llm("reader", fetch()))),
			want: []string{"fetch -> send.body"},
		},
		"loop of a program without a framework": {
			root: &graph.Agent{Name: "run", Kind: graph.AgentLoop, Tools: []*graph.Tool{fetch(), send()}, Pos: at(7)},
			want: []string{"fetch -> send.body"},
		},
		"parallel, then one that hears both": {
			root: with(kind(graph.AgentSequential), with(kind(graph.AgentParallel), llm("a", fetch()), llm("b")), llm("writer", send())),
			want: []string{"fetch -> send.body"},
		},
		"agent as a tool": {
			root: with(llm("desk", send(), &graph.Tool{Name: "ask_reader", Agent: "reader", Pos: at(9)}), llm("reader", fetch())),
			want: []string{"ask_reader -> send.body", "fetch -> send.body"},
		},
		"confirmation": {
			root: llm("one", fetch(), gated(send(), graph.GateConfirm)),
		},
		"confirmation in some cases": {
			root: llm("one", fetch(), gated(send(), graph.GateConditional)),
			want: []string{"fetch -> send.body"},
		},
		"confirmation of the source": {
			root: llm("one", gated(fetch(), graph.GateConfirm), send()),
			want: []string{"fetch -> send.body"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, &graph.Program{Agents: []*graph.Agent{c.root}}, c.want)
		})
	}
}

// TestApart keeps agents apart that have the same tools and do not talk to each other.
func TestApart(t *testing.T) {
	check(t, &graph.Program{Agents: []*graph.Agent{llm("reader", fetch()), llm("writer", send())}}, nil)
	note := &graph.Tool{Name: "note", Pos: at(8)}
	check(t, &graph.Program{Agents: []*graph.Agent{llm("reader", fetch(), note), llm("writer", note, send())}},
		[]string{"note -> send.body"})
	check(t, &graph.Program{Tools: []*graph.Tool{fetch(), send()}}, nil)
}

// TestModelChooses wants what a model chooses known by its label.
func TestModelChooses(t *testing.T) {
	s := send()
	s.Params[0].Sink.Forbid = []string{LabelModel}
	flows, complete := flowsOf(&graph.Program{Tools: []*graph.Tool{s}})
	if !complete || !slices.ContainsFunc(flows, func(f taint.Flow) bool {
		return f.Sink.Kind == taint.KindField && f.Labels.Has(LabelModel)
	}) {
		t.Errorf("flows = %v, complete = %v", flows, complete)
	}
}

// TestWitness wants each hop once, from the source to the sink.
func TestWitness(t *testing.T) {
	flows, _ := flowsOf(&graph.Program{Agents: []*graph.Agent{with(llm("desk", fetch()), llm("writer", send()))}})
	var got []string
	for _, f := range flows {
		if f.Source.Name == "fetch" && f.Sink.Kind == taint.KindField {
			for _, h := range f.Hops {
				got = append(got, h.String())
			}
		}
	}
	want := []string{"source fetch at a.go:1:1", "model writer at a.go:6:1", "sink body at a.go:3:1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hops (-want +got):\n%s", diff)
	}
}

// check compares the flows to fields of p with what is wanted, sorted.
func check(t *testing.T, p *graph.Program, want []string) {
	t.Helper()
	flows, complete := flowsOf(p)
	if !complete {
		t.Error("not complete")
	}
	var got []string
	for _, f := range flows {
		if f.Sink.Kind == taint.KindField && !f.Source.Labels.Has(LabelModel) && !strings.HasPrefix(f.Sink.Name, f.Source.Name+".") && !accepts(&f) {
			got = append(got, f.Source.Name+" -> "+f.Sink.Name)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
		t.Errorf("flows (-want +got):\n%s", diff)
	}
}

// accepts reports whether f has gone through a sanitizer that its sink accepts.
func accepts(f *taint.Flow) bool {
	return slices.ContainsFunc(taint.ParseLabels(f.Sink.Unless), func(s string) bool { return !f.Labels.Has(taint.MarkOf(s)) })
}

func flowsOf(p *graph.Program) ([]taint.Flow, bool) {
	flows, _, complete := Flows(&Input{Program: p, Result: ssaflow.Empty(), Func: func(string) Func { return Func{} }})
	return flows, complete
}

func at(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }

func fetch() *graph.Tool {
	return &graph.Tool{Name: "fetch", Sources: []string{"untrusted"}, Pos: at(1)}
}

func send() *graph.Tool {
	return &graph.Tool{Name: "send", Pos: at(2), Params: []graph.Param{
		{Path: "body", Field: "Body", Sink: &graph.Sink{Forbid: []string{"fetch"}, Unless: []string{"redact", "mask"}}, Pos: at(3)},
	}}
}

func gated(t *graph.Tool, kind graph.GateKind) *graph.Tool {
	t.Gate = graph.Gate{Kind: kind, Pos: at(4)}
	return t
}

func llm(name string, tools ...*graph.Tool) *graph.Agent {
	return &graph.Agent{Name: name, Kind: graph.AgentLLM, Tools: tools, Pos: at(5 + strings.Count(name, "writer"))}
}

func kind(k graph.AgentKind) *graph.Agent { return &graph.Agent{Name: k.String(), Kind: k, Pos: at(7)} }

func with(a *graph.Agent, subs ...*graph.Agent) *graph.Agent {
	a.SubAgents = subs
	return a
}

func unknown(a *graph.Agent) *graph.Agent {
	a.Unknowns = []graph.Unknown{{What: graph.UnknownAnything, Node: graph.None, Pos: a.Pos}}
	return a
}

// TestSurer: what is not sure of a tool beside others is sure if the tool alone shows it.
func TestSurer(t *testing.T) {
	const code = `package p

import "os/exec"

func Run(line string) { exec.Command("sh", "-c", line).Run() }

var last string

func Note(text string) { last = text }

func Again() { exec.Command("sh", "-c", last).Run() }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, note := &graph.Tool{Name: "run", Handler: "p.Run", Pos: at(1)}, &graph.Tool{Name: "note", Handler: "p.Note", Pos: at(2)}
	in := &Input{
		Program: &graph.Program{Tools: []*graph.Tool{run, note}},
		Result:  ssaflow.Analyze(&ssaflow.Input{Fset: fset, Pkg: pkg}),
		Func:    func(id string) Func { return Func{ID: id, Data: []int{0}} },
	}
	flows, _, complete := Flows(in)
	var doubted []taint.Flow
	for _, f := range flows {
		if f.Sink.Kind != "exec" {
			continue
		}
		f.Labels = f.Labels.Without(taint.Labels{taint.MarkApart})
		doubted = append(doubted, f)
		f.Source = taint.Source{Name: note.Name, Labels: f.Source.Labels, Pos: note.Pos} // as if the two were not told from each other
		doubted = append(doubted, f)
	}
	if !complete || len(doubted) == 0 {
		t.Fatalf("%v %v", flows, complete)
	}
	sure := make(map[string]bool)
	for _, f := range surer(in, doubted) {
		if f.Sink.Pos.Line == 5 {
			sure[f.Source.Name] = sure[f.Source.Name] || f.IsSure()
		}
	}
	if !sure["run"] || sure["note"] {
		t.Errorf("sure: %v", sure)
	}
}
