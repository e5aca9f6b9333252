package verify

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// TestOneSecret: secrets that are logged at one place are one finding, and so is a secret
// that several tools tell. It shows the shortest way.
func TestOneSecret(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "main.go", Line: line, Col: 1} }
	flow := func(from, hops, to int, kind, name string) taint.Flow {
		f := taint.Flow{
			Source: taint.Source{Name: "os.Getenv", Labels: taint.NewLabels("secret"), Pos: at(from)},
			Sink:   taint.Sink{Kind: kind, Name: name, Pos: at(to)},
			Labels: taint.NewLabels("secret", taint.MarkApart),
		}
		for n := range hops {
			f.Hops = append(f.Hops, taint.Hop{Op: taint.OpCall, Name: "f", Pos: at(100 + n)})
		}
		return f
	}
	list := Flows([]taint.Flow{
		flow(1, 3, 50, "log", "log.Print"), flow(2, 1, 50, "log", "log.Print"), flow(3, 2, 50, "log", "log.Print"),
		flow(1, 1, 60, "log", "log.Print"), flow(2, 2, 60, "log", "log.Print"),
		flow(1, 1, 70, "log", "log.Print"),
		flow(1, 3, 80, taint.KindResult, "list"), flow(1, 2, 80, taint.KindResult, "stat"), flow(1, 3, 80, taint.KindResult, "read"),
		flow(2, 3, 80, taint.KindResult, "list"), flow(2, 4, 80, taint.KindResult, "stat"),
		flow(2, 4, 90, taint.KindResult, "apart"), // its finding may be ignored where it stands
	}, nil)
	want := []string{
		"a secret from os.Getenv ends up in a log; so do others on 2 ways",
		"a secret from os.Getenv ends up in a log; so does one on another way",
		"a secret from os.Getenv ends up in a log",
		"a secret from os.Getenv ends up in what tool stat tells a model; so it does with 2 more tools",
		"a secret from os.Getenv ends up in what tool list tells a model; so it does with one more tool",
		"a secret from os.Getenv ends up in what tool apart tells a model",
	}
	if len(list) != len(want) {
		t.Fatalf("%d findings, want %d: %+v", len(list), len(want), list)
	}
	for i, f := range list {
		if f.Message != want[i] {
			t.Errorf("finding %d: %s\nwant %s", i, f.Message, want[i])
		}
	}
}

// TestSameOfOnePlace: flows of which a reader would be told the same are one finding.
func TestSameOfOnePlace(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "main.go", Line: line, Col: 1} }
	flow := func(source string, hops int) taint.Flow {
		labels := taint.NewLabels("request")
		f := taint.Flow{
			Source: taint.Source{Name: source, Labels: labels, Pos: at(1)}, Labels: labels.Union(taint.Labels{taint.MarkApart}),
			Sink: taint.Sink{Kind: "description", Name: "mcp.Tool.Description", Pos: at(50)},
		}
		for n := range hops {
			f.Hops = append(f.Hops, taint.Hop{Op: taint.OpCall, Name: "f", Pos: at(100 + n)})
		}
		return f
	}
	list := Flows([]taint.Flow{flow("net/http.Request.Body", 3), flow("net/http.Request.Form", 1), flow("net/http.Request.Header", 2)}, nil)
	if len(list) != 1 {
		t.Fatalf("%d findings, want one: %+v", len(list), list)
	}
	if n := len(list[0].Witness); n != 1 {
		t.Errorf("the witness has %d steps, want the one of the shortest", n)
	}
}

// TestDoubtful: what only flows show on whose way data was not kept apart is unknown.
func TestDoubtful(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "main.go", Line: line, Col: 1} }
	flow := func(from, to int, labels ...string) taint.Flow {
		return taint.Flow{
			Source: taint.Source{Name: "os.Getenv", Labels: taint.NewLabels("secret"), Pos: at(from)},
			Sink:   taint.Sink{Kind: "log", Name: "log.Print", Pos: at(to)},
			Labels: taint.NewLabels(labels...),
		}
	}
	list := Flows([]taint.Flow{
		flow(1, 50, "secret"), flow(2, 50, "secret", taint.MarkApart),
		flow(1, 60, "secret"),
	}, nil)
	want := []struct {
		verdict verdict.Verdict
		message string
	}{
		{verdict.Violated, "a secret from os.Getenv ends up in a log"},
		{verdict.Unknown, "it is not known whether a secret from os.Getenv ends up in a log: on the way, parts of something large are not told from each other"},
	}
	if len(list) != len(want) {
		t.Fatalf("%d findings, want %d: %+v", len(list), len(want), list)
	}
	for i, f := range list {
		if f.Verdict != want[i].verdict || f.Message != want[i].message {
			t.Errorf("finding %d: %v: %s\nwant %v: %s", i, f.Verdict, f.Message, want[i].verdict, want[i].message)
		}
	}
}
