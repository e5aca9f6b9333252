package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph/reason"
)

// full returns a workflow in which every field of every type is set somewhere.
func full() *Workflow {
	at := func(line int) Pos { return Pos{"dir/w.go", line, 3} }
	send := &Tool{
		Name: "send", Description: "sends <mail> & more", Framework: "eino", Args: "p.Args", Handler: "p.send", HandlerPos: at(46),
		Params: []Param{
			{Path: "items[].to", Field: "Items.To", Type: "string", Sink: &Sink{[]string{"secret", "*"}, "no leak", []string{"redact"}}, Pos: at(43)},
			{Path: "n", Bounds: []Limit{{">=", "0"}, {"<=", "quota"}}, Confine: ConfineSQL},
		},
		Returns: []Param{{Path: "mails", Sources: []string{"untrusted", "private"}, Pos: at(44)}}, Sources: []string{"private"}, Destructive: true, Events: []string{"human", "tool:x"},
		Declared: []string{"net.smtp"}, Inferred: []string{"net", "fs.read"},
		Needs: []Need{{"fs.read", false, false, []Hop{{"p.load", at(45)}, {"os.ReadFile", Pos{}}}}, {"net", true, false, nil}}, Agent: "helper", Apart: true,
		Hints: Hints{HintFalse, HintTrue, HintUnset, HintTrue}, Gate: Gate{GateWrapper, true, true, UnansweredTurn, at(40), Slip{SlipWord, "cancel", "os.Remove", at(40), ""}}, Pos: at(41),
	}
	other := &Tool{Name: "send", Beside: true, Pos: at(42)}
	dynamic := &Tool{Unknown: reason.Words("the name is computed")}
	leaf := &Workflow{
		Name: "leaf", Entry: 0, Exits: []NodeID{0},
		Nodes: []Node{{Name: "only", Kind: KindTool, Tools: []*Tool{send}}},
	}
	body := &Workflow{
		Name: "body", Pos: at(50), Entry: 0,
		Nodes: []Node{{Name: "x", Kind: KindSubgraph, Sub: leaf, Pos: at(51)}, {Name: "y", Kind: KindSubgraph, Sub: leaf}},
		Edges: []Edge{{From: 0, To: 1, Kind: EdgeDirect, Branch: None}},
	}
	x := &Expr{Op: ExprParam, Type: "int", Value: 1, Name: "x", Func: "p.build"}
	over := Guard{
		{Eval: 1, Text: "x > 1", Pos: at(12), Expr: &Expr{Op: ExprGreater, Args: []*Expr{x, {Op: ExprConst, Type: "int", Text: "1"}}}},
		{Any: []Guard{{{Eval: 2, Neg: true, Text: "x == y", Expr: &Expr{Op: ExprEqual, Args: []*Expr{x, {Op: ExprLen, Type: "int", Value: 2, Args: []*Expr{{Value: 3}}}}}}, {Text: "odd"}}, {{Eval: 3, Text: "…"}}}},
	}
	return &Workflow{
		Name: "full \"quoted\"", Framework: "eino", Pos: at(1), Entry: 0, Exits: []NodeID{4}, Mode: ModeAny,
		Origin: Pos{"shared.go", 3, 9}, Engine: Engine{DeadEndFails, true, true, true, true, true, true, true, 25, true, Known(9)},
		Nodes: []Node{
			{Name: "start", Kind: KindEntry, Generated: true},
			{Name: "ask", Label: "Ask\nthe model", Kind: KindLLM, Agent: "asker", Func: "p.ask", Bound: Known(3), Events: []string{"tool:ask"}, Tools: []*Tool{send, other, dynamic}, Calls: CallsAny, Final: []string{"send"}, Missing: []string{"sned"}, Pos: at(3), Metadata: `{"a":[1,{"b":"<"}]}`},
			{Name: "ask", Kind: KindRouter, Calls: CallsNone, Bound: Bound{State: BoundUnlimited}, Sink: true, Join: true, Unheard: UnheardAlways, Pos: at(4)},
			{Name: "body", Kind: KindSubgraph, Sub: body, Bound: Bound{State: BoundPresent, N: 20, By: "flag max-turns"}, Calls: CallsOnce, Pos: at(5)},
			{Name: "end", Kind: KindExit, Bound: Known(0)},
		},
		Edges: []Edge{
			{From: 0, To: 1, Kind: EdgeDirect, Branch: None, Guard: PlainGuard("cfg.Fast"), Pos: at(6)},
			{From: 1, To: 2, Kind: EdgeParallel, Branch: None, Pos: at(7), Metadata: `{"w":2}`},
			{From: 2, To: 3, Kind: EdgeConditional, Branch: 1, Label: "go", Guard: over, Pos: at(8)},
			{From: 2, To: 1, Kind: EdgeLoop, Branch: 1, Label: "again", Empty: true, Pos: at(9)},
			{From: 3, To: 4, Kind: EdgeConditional, Branch: None, Pos: at(10)},
		},
		Branches: []Branch{
			{From: None, Pos: at(20)},
			{From: 2, Multi: true, Func: "p.route", Complete: true, Together: [][]string{{"go", "again"}, {"go"}}, Any: true, Pos: at(21), Values: []Value{{"go", over, at(22)}, {"again", Guard{{Eval: 1, Neg: true, Text: "x > 1", Pos: at(12)}}, Pos{}}}},
		},
		Interrupts: []Interrupt{{"ask", 1, false, at(30)}, {"nobody", None, true, at(31)}},
		Inputs:     []Input{{0, 3, at(33)}},
		Jumps: []Jump{
			{From: 2, Source: "ask", Target: "gone", Branch: 1, Label: "lost", Pos: at(32)},
			{From: None, Source: "ghost", Target: "end", Branch: None, Pos: at(33)},
		},
		Unknowns: []Unknown{{UnknownTargets, 1, reason.Words("the target is computed"), true, at(34)}, {UnknownAnything, None, reason.Words("the builder escapes"), false, at(35)}},
	}
}

func encode(t testing.TB, w *Workflow) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Encode(&out, w); err != nil {
		t.Fatalf("Encode: %v", err)
	}
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	want := full()
	text := encode(t, want)
	got, err := Decode("w.json", text)
	if err != nil {
		t.Fatalf("Decode: %v\n%s", err, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Decode(Encode(w)) differs (-want +got):\n%s", diff)
	}
	if again := encode(t, got); !bytes.Equal(again, text) {
		t.Errorf("second encoding differs:\n%s", cmp.Diff(string(text), string(again)))
	}
	// Identity, which cmp does not see: one tool in two workflows is one tool,
	// one body at two nodes is one body, two tools with one name are two.
	send, other := got.Nodes[1].Tools[0], got.Nodes[1].Tools[1]
	body := got.Nodes[3].Sub
	if send == other || body.Nodes[0].Sub != body.Nodes[1].Sub || body.Nodes[0].Sub.Nodes[0].Tools[0] != send {
		t.Error("identity of tools or bodies is lost")
	}
	compact, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var viaJSON Workflow
	if err := json.Unmarshal(compact, &viaJSON); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Edges, viaJSON.Edges); diff != "" {
		t.Error(diff)
	}
}

func TestEncodeRefuses(t *testing.T) {
	w := good()
	w.Edges[0].To = 12
	if err := Encode(&bytes.Buffer{}, w); err == nil {
		t.Error("Encode accepts a dangling edge")
	}
	if err := Encode(&bytes.Buffer{}, nil); err == nil {
		t.Error("Encode accepts no workflow")
	}
}

// TestNoEntry: a workflow that no run can start is written and read as it is, also as a
// body. A file that forgets to say where it begins is refused.
func TestNoEntry(t *testing.T) {
	w := good()
	w.Entry, w.Nodes[0].Kind = None, KindLLM
	outer := good()
	outer.Nodes[1].Kind, outer.Nodes[1].Sub = KindSubgraph, w
	for _, want := range []*Workflow{w, outer} {
		text := encode(t, want)
		got, err := Decode("w.json", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := encode(t, got); !bytes.Equal(text, again) {
			t.Errorf("written as\n%s\nand, when it was read, as\n%s", text, again)
		}
		if all := got.All(); all[len(all)-1].Entry != None {
			t.Errorf("the entry is a node:\n%s", text)
		}
	}
	text := encode(t, w)
	for _, bad := range []string{"", `"entry_id": "",`} {
		file := strings.Replace(string(text), `"entry_id": null,`, bad, 1)
		if _, err := Decode("w.json", []byte(file)); err == nil {
			t.Errorf("accepted:\n%s", file)
		}
	}
}

const agentproof = `{
  "name": "mail", "framework": "langgraph", "entry_id": "s", "exit_ids": ["e"],
  "nodes": [
    {"id": "s", "kind": "ENTRY", "label": "", "tools": [], "metadata": {}},
    {"id": "r", "kind": "router", "metadata": {"x": {"y": [1, 2]}}},
    {"id": "t", "kind": "Tool", "tools": ["a", "b"]},
    {"id": "u", "kind": "tool", "tools": ["b"]},
    {"id": "e", "kind": "exit"}
  ],
  "edges": [
    {"source": "s", "target": "r", "kind": "direct", "condition": ""},
    {"source": "r", "target": "t", "kind": "conditional", "condition": "yes", "metadata": {}},
    {"source": "r", "target": "r", "kind": "loop", "condition": ""},
    {"source": "r", "target": "e", "kind": "conditional", "condition": "no"},
    {"source": "t", "target": "u", "kind": "direct"},
    {"source": "u", "target": "e", "kind": "direct"},
    {"source": "u", "target": "t", "kind": "loop"}
  ]
}
`

func TestDecodeAgentproof(t *testing.T) {
	w, err := Decode("mail.json", []byte(agentproof))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line, col int) Pos { return Pos{"mail.json", line, col} }
	a, b := &Tool{Name: "a", Pos: at(6, 43)}, &Tool{Name: "b", Pos: at(6, 48)}
	want := &Workflow{
		Name: "mail", Framework: "langgraph", Pos: at(1, 1), Entry: 0, Exits: []NodeID{4},
		Nodes: []Node{
			{Name: "s", Kind: KindEntry, Pos: at(4, 5)},
			{Name: "r", Kind: KindRouter, Pos: at(5, 5), Metadata: `{"x":{"y":[1,2]}}`},
			{Name: "t", Kind: KindTool, Tools: []*Tool{a, b}, Pos: at(6, 5)},
			{Name: "u", Kind: KindTool, Tools: []*Tool{b}, Pos: at(7, 5)},
			{Name: "e", Kind: KindExit, Pos: at(8, 5)},
		},
		Edges: []Edge{
			{From: 0, To: 1, Kind: EdgeDirect, Branch: None, Pos: at(11, 5)},
			{From: 1, To: 2, Kind: EdgeConditional, Branch: 0, Label: "yes", Pos: at(12, 5)},
			{From: 1, To: 1, Kind: EdgeLoop, Branch: 0, Pos: at(13, 5)},
			{From: 1, To: 4, Kind: EdgeConditional, Branch: 0, Label: "no", Pos: at(14, 5)},
			{From: 2, To: 3, Kind: EdgeDirect, Branch: None, Pos: at(15, 5)},
			{From: 3, To: 4, Kind: EdgeDirect, Branch: 1, Pos: at(16, 5)},
			{From: 3, To: 2, Kind: EdgeLoop, Branch: 1, Pos: at(17, 5)},
		},
		Branches: []Branch{{From: 1, Pos: at(12, 5)}, {From: 3, Pos: at(16, 5)}},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Errorf("Decode differs (-want +got):\n%s", diff)
	}
	if w.Nodes[2].Tools[1] != w.Nodes[3].Tools[0] {
		t.Error("one name makes two tools")
	}
}

// TestImplicitBranches lists, for the out-edges of one node, which of them
// become alternatives.
func TestImplicitBranches(t *testing.T) {
	for _, test := range []struct {
		kind  string
		edges string // kind, with ? for a condition
		want  string // the edges in the branch
	}{
		{"llm", "direct direct", ""},
		{"llm", "conditional", "0"},
		{"llm", "conditional? direct conditional", "0 2"},
		{"llm", "conditional loop", "0 1"},
		{"llm", "loop", ""},
		{"llm", "loop?", "0"},
		{"llm", "loop direct", "0 1"},
		{"llm", "loop? direct", "0 1"},
		{"llm", "loop parallel direct", ""},
		{"llm", "loop? parallel direct", "0"},
		{"router", "loop direct", "0"},
		{"router", "direct", ""},
		{"llm", "parallel parallel", ""},
	} {
		var edges []string
		for _, e := range strings.Fields(test.edges) {
			kind, cond := strings.TrimSuffix(e, "?"), ""
			if kind != e {
				cond = "c"
			}
			edges = append(edges, fmt.Sprintf(`{"source":"a","target":"b","kind":%q,"condition":%q}`, kind, cond))
		}
		text := fmt.Sprintf(`{"entry_id":"a","nodes":[{"id":"a","kind":%q},{"id":"b","kind":"exit"}],"edges":[%s]}`, test.kind, strings.Join(edges, ","))
		w, err := Decode("f.json", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", test.edges, err)
		}
		var got []string
		for i, e := range w.Edges {
			if e.Branch != None {
				got = append(got, fmt.Sprint(i))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s with %s: branch has edges %v, want %s", test.kind, test.edges, got, test.want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	node := func(rest string) string {
		return "{\"entry_id\": \"a\",\n \"nodes\": [" + rest + "]}"
	}
	const a = `{"id":"a","kind":"llm"}`
	for _, test := range []struct {
		text string
		code Code
		at   string
	}{
		{``, CodeSyntax, "1:1"},
		{`  `, CodeSyntax, "1:3"},
		{`{`, CodeSyntax, "1:2"},
		{`nil`, CodeSyntax, "1:1"},
		{`null`, CodeType, "1:1"},
		{`[]`, CodeType, "1:1"},
		{`"x"`, CodeType, "1:1"},
		{"{\n\"name\" 3}", CodeSyntaxOrType, "2:8"},
		{"{\"name\": 3}", CodeType, "1:10"},
		{"{\"name\": \"x\",}", CodeSyntax, "1:14"},
		{"{\"name\": \"x\" \"y\"}", CodeSyntaxOrType, "1:14"},
		{"{\"name\": \"x\ny\"}", CodeSyntax, "1:12"},
		{"{\"name\": \"x", CodeSyntax, "1:10"},
		{"{\"name\": \"\\q\"}", CodeSyntax, "1:10"},
		{"{\"name\": \"\xff\"}", CodeSyntax, "1:11"},
		{"{\"name\": \"x\", \n \"name\": \"y\"}", CodeDuplicateKey, "2:2"},
		{"{\"name\": \"x\", \n \"n\\u0061me\": \"y\"}", CodeDuplicateKey, "2:2"},
		{"{\"nam\": \"x\"}", CodeKey, "1:2"},
		{"{}", CodeEntry, "1:1"},
		{node(a) + "\n x", CodeSyntax, "3:2"},
		{node(a) + "\n {}", CodeSyntax, "3:2"},
		{node(`{"kind":"llm"}`), CodeMissing, "2:12"},
		{node(`{"id":"a"}`), CodeMissing, "2:12"},
		{node(`{"id":"a","kind":"robot"}`), CodeType, "2:29"},
		{node(`{"id":"a","kind":"invalid"}`), CodeType, "2:29"},
		{node(`{"id":"a","kind":7}`), CodeType, "2:29"},
		{node(`{"id":"a","kind":"llm","tools":"t"}`), CodeType, "2:43"},
		{node(`{"id":"a","kind":"llm","tools":[null]}`), CodeType, "2:44"},
		{node(`{"id":"a","kind":"llm","bound":1.5}`), CodeType, "2:43"},
		{node(`{"id":"a","kind":"llm","bound":true}`), CodeType, "2:43"},
		{node(`{"id":"a","kind":"llm","sub":0}`), CodeReference, "2:41"},
		{node(`{"id":"a","kind":"llm","tool_ids":[0]}`), CodeReference, "2:47"},
		{node(`{"id":"a","kind":"llm","generated":1}`), CodeType, "2:47"},
		{node(`{"id":"a","kind":"llm","metadata":[]}`), CodeType, "2:46"},
		{node(`{"id":"a","kind":"llm","metadata":{"x":}}`), CodeSyntax, "2:51"},
		{node(`{"id":"a","kind":"llm","metadata":{"x":1`), CodeSyntax, "2:52"},
		{node(a + `,` + a), CodeDuplicateID, "2:42"},
		{node(a + `,{"id":"b","kind":"entry"}`), CodeEntry, "2:36"},
		{node(a + `,{"id":"b","kind":"tool","tools":["x"],"tool_ids":[0,0]}`), CodeReference, "2:86"},
		{`{"entry_id":"z","nodes":[` + a + `]}`, CodeEntry, "1:13"},
		{`{"entry_id":"a","nodes":[` + a + `,{"id":"b","kind":"entry"}]}`, CodeEntry, "1:50"},
		{`{"entry_id":null,"nodes":[{"id":"b","kind":"entry"},{"id":"c","kind":"entry"}]}`, CodeEntry, "1:1"},
		{`{"nodes":[` + a + `]}`, CodeEntry, "1:1"},
		{`{"entry_id":"a","exit_ids":["q"],"nodes":[` + a + `]}`, CodeExit, "1:29"},
		{`{"entry_id":"a","nodes":[` + a + `],"edges":[{"source":"a","target":"q","kind":"direct"}]}`, CodeDangling, "1:83"},
		{`{"entry_id":"a","nodes":[` + a + `],"edges":[{"target":"a","kind":"direct"}]}`, CodeMissing, "1:60"},
		{`{"entry_id":"a","nodes":[` + a + `],"edges":[{"source":"a","target":"a","kind":"direct","branch":0}]}`, CodeBranch, "1:112"},
		{`{"entry_id":"a","nodes":[` + a + `],"tool_defs":[{"name":"t"},{"name":"t"}],"edges":[]}`, "", ""},
		{`{"entry_id":"a","nodes":[{"id":"a","kind":"llm","tools":["t"]}],"tool_defs":[{"name":"t"},{"name":"t"}]}`, CodeReference, "1:58"},
		{`{"entry_id":"a","nodes":[` + a + `],"subs":[{"entry_id":"x","nodes":[{"id":"x","kind":"llm","sub":0}]}]}`, "", ""},
		{`{"entry_id":"a","nodes":[{"id":"a","kind":"subgraph","sub":0}],"subs":[{"entry_id":"x","nodes":[{"id":"x","kind":"llm","sub":0}]}]}`, CodeCycle, "1:97"},
		{`{"entry_id":"a","nodes":[` + a + `],"subs":[{"subs":[]}]}`, CodeKey, "1:60"},
		{`{"entry_id":"a","nodes":[` + a + `],"unknowns":[{"reason":"x"}]}`, CodeMissing, "1:63"},
		{`{"entry_id":"a","nodes":[` + a + `],"interrupts":[{"node":"x"}]}`, CodeReference, "1:73"},
		{`{"entry_id":"a","nodes":[` + a + `],"branches":[{"values":[{}]}]}`, CodeMissing, "1:74"},
	} {
		w, err := Decode("f.json", []byte(test.text))
		if test.code == "" {
			if err != nil {
				t.Errorf("Decode(%s) = %v, want no error", test.text, err)
			}
			continue
		}
		var first *Error
		if !errors.As(err, &first) || w != nil {
			t.Errorf("Decode(%s) = %v, %v, want an error", test.text, w, err)
			continue
		}
		okCode := first.Code == test.code || test.code == CodeSyntaxOrType && (first.Code == CodeSyntax || first.Code == CodeType)
		if !okCode || first.Pos.String() != "f.json:"+test.at {
			t.Errorf("Decode(%s) = %v (%s), want %s at %s", test.text, err, first.Code, test.code, test.at)
		}
	}
}

// CodeSyntaxOrType stands in tests where either code says it well.
const CodeSyntaxOrType Code = "syntax or type"

// TestDecodeDeep checks that nesting cannot exhaust the stack.
func TestDecodeDeep(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 1_000_000)
	for _, text := range []string{
		strings.Repeat("[", 1_000_000),
		deep,
		`{"entry_id":"a","nodes":[{"id":"a","kind":"llm","metadata":` + deep,
		`{"entry_id":"a","nodes":[{"id":"a","kind":"llm","metadata":` + deep + `1` + strings.Repeat("}", 1_000_000) + `}]}`,
		strings.Repeat(`{"subs":[`, 1_000_000),
	} {
		if _, err := Decode("f.json", []byte(text)); err == nil {
			t.Error("Decode accepts a text nested a million levels deep")
		}
	}
}

func TestDecodeLines(t *testing.T) {
	text := `{"name":"one","entry_id":"a","nodes":[{"id":"a","kind":"llm"}]}` + "\r\n\n" +
		`{"name":"two","bad":1}` + "\n  \n" +
		` {"name":"three","entry_id":"a","nodes":[{"id":"a","kind":"llm"}]}`
	var got []string
	for p, err := range DecodeLines("f.jsonl", strings.NewReader(text)) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, p.Workflows[0].Name+" "+p.Workflows[0].Nodes[0].Pos.String())
		}
	}
	want := []string{`one f.jsonl:1:39`, `f.jsonl:3:15: unknown key "bad"`, `three f.jsonl:5:42`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range DecodeLines("f.jsonl", strings.NewReader(text)) {
		break // stopping early must not panic
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(agentproof))
	f.Add(encode(f, full()))
	f.Add([]byte(`{"entry_id":"a","nodes":[{"id":"a","name":"b","kind":"llm","position":"x:3","tools":["t","t"]}]}`))
	f.Add(encodeProgram(f, wholeProgram()))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := DecodeProgram("f.json", data)
		if err != nil {
			if p != nil {
				t.Fatal("a program beside an error")
			}
			return
		}
		text := encodeProgram(t, p)
		again, err := DecodeProgram("f.json", text)
		if err != nil {
			t.Fatalf("DecodeProgram(MarshalJSON(p)): %v\n%s", err, text)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatalf("not the identity:\n%s\n%s", diff, text)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		w := &Workflow{Name: "chain", Exits: []NodeID{NodeID(n - 1)}}
		for i := range n {
			w.Nodes = append(w.Nodes, Node{Name: fmt.Sprintf("node_%d", i), Kind: KindLLM, Pos: Pos{"a.go", i + 1, 1}})
			if i > 0 {
				w.Edges = append(w.Edges, Edge{From: NodeID(i - 1), To: NodeID(i), Kind: EdgeDirect, Branch: None, Pos: Pos{"a.go", i, 1}})
			}
		}
		text := encode(b, w)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode("f.json", text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
