package graph

import (
	"errors"
	"strings"
	"testing"
)

func TestArgs(t *testing.T) {
	text := func(args string) []byte {
		return []byte(`{"name": "w", "framework": "f", "entry_id": "s", "exit_ids": ["e"],
 "nodes": [{"id": "s", "kind": "entry"},
  {"id": "x", "kind": "tool", "tools": ["pay"], "args": ` + args + `},
  {"id": "e", "kind": "exit"}],
 "edges": [{"source": "s", "target": "x", "kind": "direct"}, {"source": "x", "target": "e", "kind": "direct"}]}`)
	}
	w, err := Decode("w.json", text(`{"pay": {"amount": 5, "to": {"name": "Ann"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if back, err := Decode("w.json", again); err != nil || !strings.Contains(back.Text(), `args=`) {
		t.Errorf("args are lost: %v\n%s", err, again)
	}
	for _, tt := range []struct{ args, want string }{
		{`{"pya": {}}`, `the node does not call the tool "pya"`},
		{`{"pay": 5}`, "want an object with an object for each tool"},
		{`{"pay": {}, "pay": {}}`, "pay"},
		{`[]`, "want an object"},
	} {
		_, err := Decode("w.json", text(tt.args))
		var list ErrorList
		if !errors.As(err, &list) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.args, err, tt.want)
		}
	}
}
