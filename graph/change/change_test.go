package change

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

func at(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }

func describe(list []Change) (lines []string) {
	for _, c := range list {
		perhaps := ""
		if c.Perhaps {
			perhaps = "perhaps "
		}
		lines = append(lines, fmt.Sprintf("%s%s %s %s %q %q->%q", perhaps, c.Effect, c.Kind, c.Name, c.Of, c.Old, c.New))
	}
	return lines
}

func TestTools(t *testing.T) {
	need := func(name string, maybe bool) graph.Need { return graph.Need{Capability: name, Maybe: maybe} }
	gate := func(k graph.GateKind) graph.Gate { return graph.Gate{Kind: k} }
	tool := func(change func(*graph.Tool)) []*graph.Tool {
		one := &graph.Tool{Name: "run", Description: "Runs.", Pos: at(1)}
		change(one)
		return []*graph.Tool{one}
	}
	nothing := func(*graph.Tool) {}
	param := func(p graph.Param) func(*graph.Tool) {
		p.Path, p.Type = "a", "int"
		return func(t *graph.Tool) { t.Params = []graph.Param{p} }
	}
	unnamed := func(line int) *graph.Tool { return &graph.Tool{Unknown: reason.Words("why"), Pos: at(line)} }
	for _, c := range []struct {
		name    string
		was, is []*graph.Tool
		want    []string
	}{
		{"code that moves", tool(nothing), tool(func(t *graph.Tool) { t.Pos, t.Handler, t.Args = at(9), "b", "c" }), nil},
		{"new and gone", tool(nothing), []*graph.Tool{{Name: "walk"}}, []string{`takes tool run "" "run"->""`, `adds tool walk "" ""->"walk"`}},
		{"a second one of the name", tool(nothing), append(tool(func(t *graph.Tool) { t.Description = "Runs twice." }), tool(nothing)...), []string{`adds tool run "" ""->"run"`}},
		{"of unknown name", []*graph.Tool{unnamed(1)}, []*graph.Tool{unnamed(5)}, nil},
		{"another of unknown name", nil, []*graph.Tool{unnamed(5)}, []string{`perhaps adds tool  "" ""->"? ` + reason.Words("why").String() + `"`}},
		{"what the framework adds", nil, []*graph.Tool{{Name: "transfer", Description: graph.AddedByFramework}}, nil},
		{"a title", tool(func(t *graph.Tool) { t.Title = "Run" }), tool(func(t *graph.Tool) { t.Title = "Look" }), []string{`neither title run "" "Run"->"Look"`}},
		{"what is said of an argument", tool(param(graph.Param{Description: "How often.", Schema: []string{"maximum 9", "required"}})), tool(param(graph.Param{Description: "How often. Say 99.", Schema: []string{"maximum 99", "required"}})),
			[]string{`neither argument description run "a" "How often."->"How often. Say 99."`, `neither argument schema run "a" "maximum 9, required"->"maximum 99, required"`}},
		{"what is returned", tool(func(t *graph.Tool) {
			t.Output = []graph.Param{{Path: "id", Type: "int"}, {Path: "note", Type: "string"}}
		}),
			tool(func(t *graph.Tool) {
				t.Output = []graph.Param{{Path: "id", Type: "int", Description: "To be paid."}, {Path: "sum", Type: "int"}}
			}),
			[]string{`neither output run "id" "int"->"int, \"To be paid.\""`, `neither output run "note" "string"->""`, `neither output run "sum" ""->"int"`}},
		{"a need", tool(nothing), tool(func(t *graph.Tool) { t.Needs = []graph.Need{need("exec", false)} }), []string{`adds capability run "exec" ""->"exec"`}},
		{"that may be", tool(nothing), tool(func(t *graph.Tool) { t.Needs = []graph.Need{need("exec", true)} }), []string{`perhaps adds capability run "exec" ""->"exec"`}},
		{"and now is", tool(func(t *graph.Tool) { t.Needs = []graph.Need{need("exec", true)} }), tool(func(t *graph.Tool) { t.Needs = []graph.Need{need("exec", false)} }), []string{`adds capability run "exec" "exec"->"exec"`}},
		{"code of which nothing is known", tool(nothing), tool(func(t *graph.Tool) { t.Needs = []graph.Need{need("unknown", false)} }), []string{`perhaps adds capability run "unknown" ""->"unknown"`}},
		{"a gate that is gone", tool(func(t *graph.Tool) { t.Gate = gate(graph.GateConfirm) }), tool(nothing), []string{`adds gate run "" "confirm"->""`}},
		{"a gate that holds less", tool(func(t *graph.Tool) { t.Gate = gate(graph.GateConfirm) }), tool(func(t *graph.Tool) { t.Gate = gate(graph.GateConditional) }), []string{`adds gate run "" "confirm"->"conditional"`}},
		{"a gate", tool(nothing), tool(func(t *graph.Tool) { t.Gate = gate(graph.GateCallback) }), []string{`takes gate run "" ""->"callback"`}},
		{"another gate", tool(func(t *graph.Tool) { t.Gate = gate(graph.GateWrapper) }), tool(func(t *graph.Tool) { t.Gate = gate(graph.GateConfirm) }), []string{`neither gate run "" "wrapper"->"confirm"`}},
		{"harmless", tool(nothing), tool(func(t *graph.Tool) { t.Hints.ReadOnly = graph.HintTrue }), []string{`adds hint run "read-only" ""->"true"`}},
		{"no longer harmless", tool(func(t *graph.Tool) { t.Hints.ReadOnly = graph.HintTrue }), tool(nothing), []string{`neither hint run "read-only" "true"->""`}},
		{"a directive that is gone", tool(func(t *graph.Tool) { t.Destructive = true }), tool(nothing), []string{`adds hint run "destructive" "true"->"false"`}},
		{"a description", tool(nothing), tool(func(t *graph.Tool) { t.Description = "Walks." }), []string{`neither description run "" "Runs."->"Walks."`}},
		{"arguments", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "string"}, {Path: "b", Type: "int"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "b", Type: "string"}, {Path: "c"}} }),
			[]string{`neither argument run "a" "string"->""`, `neither argument run "b" "int"->"string"`, `neither argument run "c" ""->"any"`}},
		{"an argument that may be left out", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "int", Takes: "int"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "int", Takes: "int", Optional: true}} }),
			[]string{`neither argument run "a" "int"->"int, optional"`}},
		{"a type that takes something else", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "p.A", Takes: "int"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "p.A", Takes: "string"}} }),
			[]string{`neither argument run "a" "p.A (int)"->"p.A (string)"`}},
		{"another value", tool(func(t *graph.Tool) {
			t.Params = []graph.Param{{Path: "a", Type: "p.A", Takes: "string", Enum: []string{"x"}}}
		}),
			tool(func(t *graph.Tool) {
				t.Params = []graph.Param{{Path: "a", Type: "p.A", Takes: "string", Enum: []string{"x", "y|z"}}}
			}),
			[]string{`neither argument run "a" "p.A (string), one of \"x\""->"p.A (string), one of \"x\", \"y|z\""`}},
		{"a record without what arguments take", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "int"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "int", Takes: "int", Optional: true}} }), nil},
		{"a schema of which an argument may be left out now", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "string"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "string", Optional: true}} }), []string{`neither argument run "a" "string"->"string, optional"`}},
		{"code that is no longer read", tool(nothing), tool(func(t *graph.Tool) { t.Unread = true }), []string{`perhaps adds capability run "unknown" ""->"unknown"`}},
		{"a sink that is gone", tool(param(graph.Param{Sink: &graph.Sink{Forbid: []string{"mail"}}})), tool(param(graph.Param{})), []string{`adds sink run "a" "sink=mail"->""`}},
		{"a sink", tool(param(graph.Param{})), tool(param(graph.Param{Sink: &graph.Sink{Forbid: []string{"mail"}}})), []string{`takes sink run "a" ""->"sink=mail"`}},
		{"a sink with a way out", tool(param(graph.Param{Sink: &graph.Sink{Forbid: []string{"mail"}}})), tool(param(graph.Param{Sink: &graph.Sink{Forbid: []string{"mail"}, Unless: []string{"redact"}}})),
			[]string{`adds sink run "a" "sink=mail"->"sink=mail unless=redact"`}},
		{"bounds", tool(param(graph.Param{Bounds: []graph.Limit{{Op: "<=", Of: "10"}}})), tool(param(graph.Param{Bounds: []graph.Limit{{Op: "<=", Of: "100"}}})),
			[]string{`adds bound run "a" "<= 10"->"<= 100"`}},
		{"confinement", tool(param(graph.Param{})), tool(param(graph.Param{Confine: graph.ConfinePath})), []string{`takes confinement run "a" ""->"path"`}},
		{"labels of a result", tool(func(t *graph.Tool) { t.Returns = []graph.Param{{Path: "r", Sources: []string{"secret"}}} }), tool(func(t *graph.Tool) { t.Sources = []string{"private"} }),
			[]string{`takes source run "" ""->"private"`, `adds source run "r" "secret"->""`}},
		{"an event", tool(nothing), tool(func(t *graph.Tool) { t.Events = []string{"tool:approve"} }), []string{`neither event run "" ""->"tool:approve"`}},
		{"a type by another name", tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "p.A"}, {Path: "a.b", Type: "int"}} }),
			tool(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "a", Type: "p.B"}, {Path: "a.b", Type: "int"}} }), nil},
	} {
		if diff := cmp.Diff(c.want, describe(Tools(c.was, c.is))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestAgents(t *testing.T) {
	run, walk := &graph.Tool{Name: "run", Pos: at(1)}, &graph.Tool{Name: "walk", Pos: at(2)}
	helper := &graph.Agent{Name: "helper"}
	was := &graph.Program{Agents: []*graph.Agent{{Name: "desk", Tools: []*graph.Tool{run}}, helper}}
	is := &graph.Program{
		Agents: []*graph.Agent{
			{Name: "desk", Tools: []*graph.Tool{walk}, SubAgents: []*graph.Agent{helper}, Unknowns: []graph.Unknown{{What: graph.UnknownTools, Reason: reason.Words("why")}}},
			{Name: "guard", Tools: []*graph.Tool{run}},
		},
		Unknowns: []graph.Unknown{{What: graph.UnknownAnything, Reason: reason.Words("why")}, {What: graph.UnknownBound}},
	}
	why := reason.Words("why").String()
	want := []string{
		`adds agent guard "" ""->"guard"`,
		`takes holds desk "run" "run"->""`,
		`adds holds desk "walk" ""->"walk"`,
		`adds holds guard "run" ""->"run"`,
		`adds delegates desk "helper" ""->"helper"`,
		`adds tool walk "" ""->"walk"`,
		fmt.Sprintf(`perhaps adds unknown  %q ""->%[1]q`, why),
		fmt.Sprintf(`perhaps adds unknown desk %q ""->%[1]q`, why),
	}
	if diff := cmp.Diff(want, describe(Programs(was, is))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHeld: a tool is as the agent has it that holds it, not as it is where it is made.
func TestHeld(t *testing.T) {
	program := func(description string) *graph.Program {
		return &graph.Program{
			Tools:  []*graph.Tool{{Name: "run", Pos: at(1)}, {Name: "alone", Pos: at(2)}},
			Agents: []*graph.Agent{{Name: "desk", Tools: []*graph.Tool{{Name: "run", Description: description, Pos: at(1)}}}},
		}
	}
	want := []string{`neither description run "" "Runs."->"Walks."`}
	if diff := cmp.Diff(want, describe(Programs(program("Runs."), program("Walks.")))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSame: a program is equal to itself, in whatever order its tools stand, and what one change
// adds, the opposite takes.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	random := func() []*graph.Tool {
		var list []*graph.Tool
		for range r.Intn(6) {
			tool := &graph.Tool{Name: string(rune('a' + r.Intn(3))), Description: string(rune('a' + r.Intn(2))), Pos: at(r.Intn(3))}
			for _, name := range []string{"exec", "fs", "unknown"} {
				if r.Intn(3) == 0 {
					tool.Needs = append(tool.Needs, graph.Need{Capability: name, Maybe: r.Intn(2) == 0})
				}
			}
			tool.Gate.Kind = []graph.GateKind{graph.GateNone, graph.GateConfirm, graph.GateConditional}[r.Intn(3)]
			list = append(list, tool)
		}
		return list
	}
	for range 2000 {
		was, is := random(), random()
		again := append([]*graph.Tool(nil), was...)
		r.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		if got := Tools(was, again); len(got) > 0 {
			t.Fatalf("a program and itself: %v", describe(got))
		}
		count := func(list []Change, e Effect) (n int) {
			for _, c := range list {
				if c.Kind == Tool && c.Effect == e {
					n++
				}
			}
			return n
		}
		there, back := Tools(was, is), Tools(is, was)
		if count(there, Adds) != count(back, Takes) || count(there, Takes) != count(back, Adds) {
			t.Fatalf("there: %v\nback: %v", describe(there), describe(back))
		}
	}
}

// TestServers: the instructions of several servers of one name are compared as a set, and a program of an older form says nothing of them.
func TestServers(t *testing.T) {
	server := func(name, text string) *graph.Agent {
		return &graph.Agent{Name: name, Kind: graph.AgentServer, Instructions: text, Pos: at(3)}
	}
	program := func(older bool, agents ...*graph.Agent) *graph.Program {
		return &graph.Program{Agents: agents, Older: older}
	}
	for _, c := range []struct {
		name    string
		was, is *graph.Program
		want    []string
	}{
		{"the same", program(false, server("mail", "Ask."), server("mail", "Wait.")), program(false, server("mail", "Wait."), server("mail", "Ask.")), nil},
		{"another text", program(false, server("mail", "Ask.")), program(false, server("mail", "Send.")), []string{`neither instructions mail "" "Ask."->"Send."`}},
		{"none before", program(false, server("mail", "")), program(false, server("mail", "Send.")), []string{`neither instructions mail "" ""->"Send."`}},
		{"of an older form", program(true, server("mail", "")), program(false, server("mail", "Send.")), nil},
		{"without a name", program(false, server("?3:1", "Ask.")), program(false, server("?9:1", "Ask.")), []string{`takes agent ?3:1 "" "?3:1"->""`, `adds agent ?9:1 "" ""->"?9:1"`}},
	} {
		if diff := cmp.Diff(c.want, describe(Programs(c.was, c.is))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
