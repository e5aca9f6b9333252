package graph_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestUnfollowed: conditions that are not followed are kept by a file, and need a text.
func TestUnfollowed(t *testing.T) {
	text := countedWith(`{"name": "m.S.N", "start": 0}`, ``, `{"counter": "m.S.N", "to": 4}], "unfollowed": [{"text": "!(n >= 3)", "position": "m.go:7:5"}`)
	w, err := graph.Decode("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(w.Text(), `unfollowed="!(n >= 3)"`) {
		t.Errorf("not in the text:\n%s", w.Text())
	}
	var out bytes.Buffer
	if err := graph.Encode(&out, w); err != nil {
		t.Fatal(err)
	}
	again, err := graph.Decode("w.json", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := graph.Unfollowed{Text: "!(n >= 3)", Pos: graph.Pos{File: "m.go", Line: 7, Col: 5}}
	for _, e := range again.Edges {
		if e.Label == "again" && (len(e.Unfollowed) != 1 || e.Unfollowed[0] != want) {
			t.Errorf("read again: %v, want %v", e.Unfollowed, want)
		}
	}
	if _, err := graph.Decode("w.json", []byte(strings.Replace(text, `"text": "!(n >= 3)", `, "", 1))); err == nil || !strings.Contains(err.Error(), "the text of a condition") {
		t.Errorf("without a text: %v", err)
	}
}
