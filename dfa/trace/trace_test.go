package trace

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// list returns the entries of a log, one a line, and the error that ends it.
func list(name, log string) string {
	var b strings.Builder
	for e, err := range Read(name, strings.NewReader(log)) {
		if err != nil {
			fmt.Fprintf(&b, "error: %v\n", err)
			continue
		}
		fmt.Fprintf(&b, "%d:%d ", e.Pos.Line, e.Pos.Col)
		if e.Run != "" {
			fmt.Fprintf(&b, "%s: ", e.Run)
		}
		if e.End != EndNone {
			fmt.Fprintln(&b, e.End)
		} else {
			fmt.Fprintln(&b, e.Event.String())
		}
	}
	return b.String()
}

// TestRead compares what is read of testdata/NAME.log with testdata/NAME.want.
func TestRead(t *testing.T) {
	for _, name := range []string{"events", "otlp", "stdout"} {
		log, err := os.ReadFile("testdata/" + name + ".log")
		if err != nil {
			t.Fatal(err)
		}
		got := list("log", string(log))
		file := "testdata/" + name + ".want"
		golden.Compare(t, file, got)
	}
}

func TestReadErrors(t *testing.T) {
	const span = `"traceId": "a", "spanId": "b", `
	otlp := func(attrs string) string {
		return "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [\n  {" + span + `"attributes": [` + attrs + `]}]}]}]}`
	}
	for _, tt := range []struct{ log, want string }{
		{"", ""},
		{"\n \n", ""},
		{`{"tol": "x"}`, `log:1:2: unknown key "tol"; did you mean "tool"?`},
		{"{}\n  {\"tool\": \"x\", \"tool\": \"y\"}", `log:2:17: tool: the key occurs twice`},
		{`{"tool": 5}`, `log:1:10: tool: want a string, not number`},
		{`{"human": "yes"}`, `log:1:11: human: want true or false, not string`},
		{`{"tags": "x"}`, `log:1:10: tags: want a list of strings, not string`},
		{`{"kind": "lm"}`, `log:1:10: kind: want one of entry, exit, tool, llm, router, human, subgraph, passthrough, not "lm"; did you mean "llm"?`},
		{`{"end": "stopped"}`, `log:1:9: end: want one of finished, aborted, not "stopped"`},
		{`{"end": "finished", "tool": "x"}`, `log:1:1: the end of a run is no event`},
		{`{"args": {}}`, `log:1:1: args without a tool`},
		{`{"tool": "x", "args": [1]}`, `log:1:23: args: want an object`},
		{`{"tool": "x"`, `log:1:13: the object ends here, without a }`},
		{`{"tool": "x"} {}`, `log:1:15: want one event a line`},
		{`{"tool" "x"}`, `log:1:8: expected colon after object key`},
		{`tool`, `log:1:2: invalid character 'o' in literal true (expecting 'r')`},
		{`"tool"`, `log:1:1: want one event a line, as in {"tool": "refund"}`},
		{otlp(`{"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}}`), `log:2:3: a call of a tool without gen_ai.tool.name`},
		{otlp(`{"key": "agentvet.humna", "value": {"boolValue": true}}`), `log:2:3: unknown attribute agentvet.humna; did you mean "agentvet.human"?`},
		{otlp(`{"key": "agentvet.human", "value": {"stringValue": "yes"}}`), `log:2:3: agentvet.human: no value that it can have: yes`},
		{otlp(`{"key": 1}`), `log:2:3: json: cannot unmarshal number into Go struct field otlpAttribute.attributes.key of type string`},
		{`{"resourceSpans": [{"scopeSpans": [{"spans": [{}]}]}]}`, `log:1:47: a span without an identity`},
		{`{"resourceSpans": {}}`, `log:1:20: want a list`},
		{`{"resourceSpans": [`, `log:1:20: unexpected EOF`},
		{"[{\"Name\": \"x\"},\n {}]", `log:1:2: a span without an identity`},
		{`{"resourceSpans": [{"scopeSpans": [{"spans": [` +
			`{"traceId": "a", "spanId": "b", "parentSpanId": "c"}, {"traceId": "a", "spanId": "c", "parentSpanId": "b"}]}]}]}`,
			`log:1:47: spans lie in one another, more than MaxNesting = 10000 deep`},
	} {
		got := list("log", tt.log)
		if i := strings.Index(got, "error: "); i >= 0 {
			got = got[i+len("error: "):]
		}
		if got := strings.TrimSpace(got); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.log, got, tt.want)
		}
	}
}

// TestReadStreams: an event is there before the next one is written.
func TestReadStreams(t *testing.T) {
	r := &slow{lines: []string{`{"tool": "a"}` + "\n", `{"tool": "b"}` + "\n"}}
	n := 0
	for range Read("-", r) {
		if n++; n == 1 && r.read > 1 {
			t.Error("the first event waits for the second")
		}
	}
	if n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}

// slow gives out one line at a time.
type slow struct {
	lines []string
	read  int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.read == len(s.lines) {
		return 0, io.EOF
	}
	s.read++
	return copy(p, s.lines[s.read-1]), nil
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"events", "otlp", "stdout"} {
		log, err := os.ReadFile("testdata/" + name + ".log")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(log)
		for line := range bytes.Lines(log) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		failed := false
		for e, err := range Read("log", bytes.NewReader(log)) {
			if failed {
				t.Fatal("something follows an error")
			}
			if failed = err != nil; !failed && (e.Pos.Line < 1 || e.Pos.Col < 1) {
				t.Fatalf("%+v has no position", e)
			}
		}
		if again := list("log", string(log)); again != list("log", string(log)) {
			t.Fatal("two readings differ")
		}
	})
}
