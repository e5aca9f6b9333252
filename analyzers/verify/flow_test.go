package verify

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// TestSecretsAtOnePlace: secrets that end at one place are one finding, which shows the
// shortest way.
func TestSecretsAtOnePlace(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "main.go", Line: line, Col: 1} }
	flow := func(from, hops, to int, tool string) taint.Flow {
		f := taint.Flow{
			Source: taint.Source{Name: "os.Getenv", Labels: taint.NewLabels("secret"), Pos: at(from)},
			Sink:   taint.Sink{Kind: taint.KindResult, Name: tool, Pos: at(to)},
			Labels: taint.NewLabels("secret"),
		}
		for n := range hops {
			f.Hops = append(f.Hops, taint.Hop{Op: taint.OpCall, Name: "f", Pos: at(100 + n)})
		}
		return f
	}
	list := Flows([]taint.Flow{
		flow(1, 3, 50, "example.com/a.list"), flow(2, 1, 50, "example.com/a.stat"), flow(3, 2, 50, "example.com/a.list"),
		flow(1, 1, 60, "example.com/a.list"), flow(2, 2, 60, "example.com/a.list"), flow(1, 1, 70, "example.com/a.list"),
	})
	want := []string{
		"a secret from os.Getenv ends up in what tool a.stat tells a model; so do others on 2 ways",
		"a secret from os.Getenv ends up in what tool a.list tells a model; so does one on another way",
		"a secret from os.Getenv ends up in what tool a.list tells a model",
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
			Source: taint.Source{Name: source, Labels: labels, Pos: at(1)}, Labels: labels,
			Sink: taint.Sink{Kind: "description", Name: "mcp.Tool.Description", Pos: at(50)},
		}
		for n := range hops {
			f.Hops = append(f.Hops, taint.Hop{Op: taint.OpCall, Name: "f", Pos: at(100 + n)})
		}
		return f
	}
	list := Flows([]taint.Flow{flow("net/http.Request.Body", 3), flow("net/http.Request.Form", 1), flow("net/http.Request.Header", 2)})
	if len(list) != 1 {
		t.Fatalf("%d findings, want one: %+v", len(list), list)
	}
	if n := len(list[0].Witness); n != 1 {
		t.Errorf("the witness has %d steps, want the one of the shortest", n)
	}
}
