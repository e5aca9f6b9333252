package graph_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// counted is a workflow with a counter, in the JSON form.
const counted = `{
  "name": "w", "framework": "custom", "entry_id": "start", "exit_ids": ["end"],
  "nodes": [{"id": "start", "kind": "entry"}, {"id": "work", "kind": "llm", "counts": [COUNTS]}, {"id": "end", "kind": "exit"}],
  "edges": [{"source": "start", "target": "work", "kind": "direct"},
            {"source": "work", "target": "work", "kind": "loop", "branch": 0, "condition": "again", "within": [WITHIN]},
            {"source": "work", "target": "end", "kind": "conditional", "branch": 0, "condition": "done"}],
  "branches": [{"from": "work", "complete": true, "values": [{"text": "again"}, {"text": "done"}]}],
  "counters": [COUNTERS]
}`

func countedWith(counters, counts, within string) string {
	return strings.NewReplacer("COUNTERS", counters, "COUNTS", counts, "WITHIN", within).Replace(counted)
}

func TestCounters(t *testing.T) {
	text := countedWith(`{"name": "m.S.N", "start": 0}`, `{"counter": "m.S.N", "least": 1, "most": 2}`, `{"counter": "m.S.N", "from": -1, "to": 4}`)
	w, err := graph.Decode("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got := w.Text()
	for _, want := range []string{"counts=\"m.S.N+1..2\"", "within=\"m.S.N>=-1,m.S.N<=4\"", "counter m.S.N start=0"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	var out bytes.Buffer
	if err := graph.Encode(&out, w); err != nil {
		t.Fatal(err)
	}
	again, err := graph.Decode("w.json", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if again.Canonical().Text() != w.Canonical().Text() || again.Counters[0].Start != 0 || !again.Counters[0].Started {
		t.Errorf("read again:\n%s\nwant\n%s", again.Text(), got)
	}
}

// TestSettings: counters that are set, and truth values.
func TestSettings(t *testing.T) {
	text := countedWith(`{"name": "m.S.Done", "start": 1, "truth": true}`, `{"counter": "m.S.Done", "least": 0, "most": 0, "set": 0}`, `{"counter": "m.S.Done", "from": 1, "to": 1}`)
	w, err := graph.Decode("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := graph.Encode(&out, w); err != nil {
		t.Fatal(err)
	}
	again, err := graph.Decode("w.json", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []*graph.Workflow{w, again} {
		for _, want := range []string{"counts=\"m.S.Done=0\"", "within=\"m.S.Done=1\"", "counter m.S.Done start=true truth"} {
			if got := w.Text(); !strings.Contains(got, want) {
				t.Errorf("no %s in\n%s", want, got)
			}
		}
	}
}

func TestWrongCounters(t *testing.T) {
	const one, adds, upTo = `{"name": "n"}`, `{"counter": "n", "least": 1, "most": 1}`, `{"counter": "n", "to": 4}`
	for _, test := range []struct{ what, counters, counts, within string }{
		{"no such counter to add to", ``, adds, ``},
		{"no such counter to compare", ``, ``, upTo},
		{"two of one name", one + "," + one, ``, ``},
		{"no name", `{}`, ``, ``},
		{"added to twice", one, adds + "," + adds, ``},
		{"most is less", one, `{"counter": "n", "least": 2, "most": 1}`, ``},
		{"no end", one, ``, `{"counter": "n"}`},
		{"set and added to", one, `{"counter": "n", "least": 1, "most": 1, "set": 2}`, ``},
		{"set and anything", one, `{"counter": "n", "least": 0, "most": 0, "set": 2, "any": true}`, ``},
	} {
		_, err := graph.Decode("w.json", []byte(countedWith(test.counters, test.counts, test.within)))
		var list graph.ErrorList
		if !errors.As(err, &list) || list[0].Code != graph.CodeCounter {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}

// TestTests: counters that are comparisons, and arguments that are what they compare.
func TestTests(t *testing.T) {
	const of = `{"name": "m.S.Value <= 1.5", "truth": true, "of": "m.S.Value", "op": "<=", "with": "1.5"}`
	text := countedWith(of, ``, `{"counter": "m.S.Value <= 1.5", "from": 1, "to": 1}`)
	text = strings.Replace(text, `"counts": []`, `"tools": ["pay"], "passes": [{"tool": "pay", "path": "value", "of": "m.S.Value"}]`, 1)
	w, err := graph.Decode("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := graph.Encode(&out, w); err != nil {
		t.Fatal(err)
	}
	again, err := graph.Decode("w.json", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []*graph.Workflow{w, again} {
		for _, want := range []string{`passes="pay(value)=m.S.Value"`, `counter "m.S.Value <= 1.5" start=caller truth test="m.S.Value <= 1.5"`} {
			if got := w.Text(); !strings.Contains(got, want) {
				t.Errorf("no %s in\n%s", want, got)
			}
		}
	}
	for what, wrong := range map[string]string{
		"no truth value":  strings.Replace(text, `"truth": true, `, ``, 1),
		"no operator":     strings.Replace(text, `"op": "<="`, `"op": "!="`, 1),
		"no number":       strings.Replace(text, `"with": "1.5"`, `"with": "NaN"`, 1),
		"no value":        strings.Replace(text, `"of": "m.S.Value", "op"`, `"op"`, 1),
		"another tool":    strings.Replace(text, `"tool": "pay"`, `"tool": "refund"`, 1),
		"no path":         strings.Replace(text, `"path": "value", `, ``, 1),
		"passes no value": strings.Replace(text, `, "of": "m.S.Value"}]`, `}]`, 1),
	} {
		if _, err := graph.Decode("w.json", []byte(wrong)); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
