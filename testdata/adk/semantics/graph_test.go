package semantics

// This file asks how tokens move through a workflow graph.

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

const plenty = 1000 // more events than any run here makes that ends by itself

// TestTokens runs graphs that end by themselves: which steps ran, and how did
// the run end?
func TestTokens(t *testing.T) {
	start := workflow.Start
	tests := []struct {
		name  string
		edges func(tr *trail) []any
		steps string // sorted
		err   error
	}{
		{
			// A label that no edge takes ends the token without a word.
			name: "emitted route without an edge",
			edges: func(tr *trail) []any {
				r := tr.router("r", "rollback")
				return []any{workflow.Chain(start, r), on(r, "promote", tr.step("promote"))}
			},
			steps: "r",
		},
		{
			// A router that emits no event at all takes none of its labels.
			name: "no route emitted, labels only",
			edges: func(tr *trail) []any {
				r := tr.step("r")
				return []any{workflow.Chain(start, r), on(r, "promote", tr.step("promote"))}
			},
			steps: "r",
		},
		{
			name: "no route emitted, with a default",
			edges: func(tr *trail) []any {
				r := tr.step("r")
				return []any{workflow.Chain(start, r), on(r, "a", tr.step("a")), otherwise(r, tr.step("b"))}
			},
			steps: "b r",
		},
		{
			name: "emitted route without an edge, with a default",
			edges: func(tr *trail) []any {
				r := tr.router("r", "nowhere")
				return []any{workflow.Chain(start, r), on(r, "a", tr.step("a")), otherwise(r, tr.step("b"))}
			},
			steps: "b r",
		},
		{
			// The unconditional edge is not an alternative: both fire.
			name: "unconditional edge beside a matched label",
			edges: func(tr *trail) []any {
				r := tr.router("r", "a")
				return []any{workflow.Chain(start, r, tr.quiet("always")), on(r, "a", tr.quiet("a"))}
			},
			steps: "a always r",
		},
		{
			name: "unconditional edge beside an unmatched label",
			edges: func(tr *trail) []any {
				r := tr.router("r", "b")
				return []any{workflow.Chain(start, r, tr.quiet("always")), on(r, "a", tr.quiet("a"))}
			},
			steps: "always r",
		},
		{
			// An unconditional edge does not count as a match for Default.
			name: "unconditional edge beside a default",
			edges: func(tr *trail) []any {
				r := tr.router("r", "nowhere")
				return []any{workflow.Chain(start, r, tr.quiet("always")), otherwise(r, tr.quiet("fallback"))}
			},
			steps: "always fallback r",
		},
		{
			name: "unconditional edge, matched label and a default",
			edges: func(tr *trail) []any {
				r := tr.router("r", "a")
				return []any{
					workflow.Chain(start, r, tr.quiet("always")),
					on(r, "a", tr.quiet("a")), otherwise(r, tr.quiet("fallback")),
				}
			},
			steps: "a always r",
		},
		{
			// Several labels in one event take several edges: a multi-branch.
			name: "two routes in one event",
			edges: func(tr *trail) []any {
				r := tr.router("r", "a", "b")
				return []any{workflow.Chain(start, r), on(r, "a", tr.quiet("a")), on(r, "b", tr.quiet("b")), on(r, "c", tr.quiet("c"))}
			},
			steps: "a b r",
		},
		{
			name: "several unconditional edges",
			edges: func(tr *trail) []any {
				a := tr.step("a")
				return []any{workflow.Chain(start, a, tr.quiet("b")), workflow.Chain(a, tr.quiet("c"))}
			},
			steps: "a b c",
		},
		{
			// Routes are compared as text, whatever type the edge gives them.
			name: "string label takes an int and a bool route",
			edges: func(tr *trail) []any {
				r := tr.router("r", "7", "true")
				return []any{
					workflow.Chain(start, r),
					workflow.Edge{From: r, To: tr.quiet("seven"), Route: workflow.IntRoute(7)},
					workflow.Edge{From: r, To: tr.quiet("yes"), Route: workflow.BoolRoute(true)},
					workflow.Edge{From: r, To: tr.quiet("few"), Route: workflow.MultiRoute[int]{7, 8}},
				}
			},
			steps: "few r seven yes",
		},
		{
			// A node without out-edges is an exit: its output is the result.
			name:  "one terminal with output",
			edges: func(tr *trail) []any { return []any{workflow.Chain(start, tr.step("a"), tr.step("b"))} },
			steps: "a b",
		},
		{
			// Two of them, both with output, are an error after everything ran.
			name: "two terminals with output",
			edges: func(tr *trail) []any {
				return []any{workflow.Chain(start, tr.step("a")), workflow.Chain(start, tr.step("b"))}
			},
			steps: "a b",
			err:   workflow.ErrMultipleTerminalOutputs,
		},
		{
			name: "two terminals, one with output",
			edges: func(tr *trail) []any {
				return []any{workflow.Chain(start, tr.step("a")), workflow.Chain(start, tr.quiet("b"))}
			},
			steps: "a b",
		},
		{
			// The run does not end at the first terminal: the slow branch goes on.
			name: "a short and a long branch",
			edges: func(tr *trail) []any {
				return []any{
					workflow.Chain(start, tr.quiet("a")),
					workflow.Chain(start, tr.step("b1"), tr.step("b2"), tr.step("b3")),
				}
			},
			steps: "a b1 b2 b3",
		},
		{
			name: "join of two branches of different length",
			edges: func(tr *trail) []any {
				j, a, b2 := workflow.NewJoinNode("join"), tr.step("a"), tr.step("b2")
				return []any{
					workflow.Chain(start, a, j), workflow.Chain(start, tr.step("b1"), b2, j), workflow.Chain(j, tr.step("after")),
				}
			},
			steps: "a after b1 b2",
		},
		{
			// The join waits for a branch that the router did not take. The run
			// ends without it, and without an error.
			name: "join of routed alternatives",
			edges: func(tr *trail) []any {
				r, j, a, b := tr.router("r", "a"), workflow.NewJoinNode("join"), tr.step("a"), tr.step("b")
				return []any{
					workflow.Chain(start, r), on(r, "a", a), on(r, "b", b),
					workflow.Chain(a, j, tr.step("after")), workflow.Chain(b, j),
				}
			},
			steps: "a r",
		},
		{
			name: "join when the router takes all its alternatives",
			edges: func(tr *trail) []any {
				r, j, a, b := tr.router("r", "a", "b"), workflow.NewJoinNode("join"), tr.step("a"), tr.step("b")
				return []any{
					workflow.Chain(start, r), on(r, "a", a), on(r, "b", b),
					workflow.Chain(a, j, tr.step("after")), workflow.Chain(b, j),
				}
			},
			steps: "a after b r",
		},
		{
			// A join asks which predecessors completed, not which edges were
			// taken. The router completed, so the join runs when a2 does, although
			// its label was never emitted.
			name: "untaken label into a join, router first",
			edges: func(tr *trail) []any {
				r, j, a2 := tr.router("r", "other"), workflow.NewJoinNode("join"), tr.step("a2")
				return []any{
					workflow.Chain(start, r, tr.step("a1"), a2, j, tr.step("after")), on(r, "ok", j),
				}
			},
			steps: "a1 a2 after r",
		},
		{
			// The same with the router last: nothing looks at the join again.
			name: "untaken label into a join, router last",
			edges: func(tr *trail) []any {
				r, j, a := tr.router("r", "other"), workflow.NewJoinNode("join"), tr.step("a")
				return []any{
					workflow.Chain(start, a, j, tr.step("after")), workflow.Chain(a, r), on(r, "ok", j),
				}
			},
			steps: "a r",
		},
		{
			// A join of one predecessor is a plain node.
			name: "join of one",
			edges: func(tr *trail) []any {
				return []any{workflow.Chain(start, tr.step("a"), workflow.NewJoinNode("join"), tr.step("b"))}
			},
			steps: "a b",
		},
		{
			name: "loop back by a label, left by another",
			edges: func(tr *trail) []any {
				r, w := tr.router("r", "done"), tr.step("w")
				return []any{workflow.Chain(start, w, r), on(r, "again", w), on(r, "done", tr.step("end"))}
			},
			steps: "end r w",
		},
		{
			name:  "a failing node",
			edges: func(tr *trail) []any { return []any{workflow.Chain(start, tr.failing("a"), tr.step("b"))} },
			steps: "a",
			err:   errAny,
		},
		{
			// A human gate ends the turn: nothing behind it runs.
			name:  "request for input",
			edges: func(tr *trail) []any { return []any{workflow.Chain(start, tr.ask("ask"), tr.step("b"))} },
			steps: "ask",
		},
		{
			// But branches beside it go on.
			name: "request for input beside another branch",
			edges: func(tr *trail) []any {
				return []any{
					workflow.Chain(start, tr.ask("ask"), tr.step("b")),
					workflow.Chain(start, tr.step("c1"), tr.step("c2")),
				}
			},
			steps: "ask c1 c2",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := new(trail)
			err := runGraph(t, plenty, tt.edges(tr)...)
			if got := tr.sorted(); got != tt.steps {
				t.Errorf("steps = %q, want %q", got, tt.steps)
			}
			if !matches(err, tt.err) {
				t.Errorf("run ended with %v, want %v", err, tt.err)
			}
		})
	}
}

var errAny = errors.New("any error")

func matches(got, want error) bool {
	if want == errAny {
		return got != nil
	}
	return errors.Is(got, want)
}

// TestLoopsHaveNoLimit: a cycle that only a Default edge closes is accepted
// and goes round until the caller hangs up.
func TestLoopsHaveNoLimit(t *testing.T) {
	const events = 3000
	tr := new(trail)
	a, b := tr.step("a"), tr.step("b")
	if err := runGraph(t, events, workflow.Chain(workflow.Start, a, b), otherwise(b, a)); err != nil {
		t.Fatal(err)
	}
	if got := tr.count("a"); got < events/2-2 {
		t.Errorf("a ran %d times in %d events, want every second one", got, events)
	}
}

// TestOverlappingRuns: a plain node that a second token reaches while it
// still runs is started again, but the scheduler keeps its books by name: the
// run never returns, or, now and then, takes both outputs for those of one run
// and fails. Only a branch that can take several labels at once, or an edge
// past a join, gets two tokens into one node.
func TestOverlappingRuns(t *testing.T) {
	tr := new(trail)
	var both sync.WaitGroup
	both.Add(2)
	merge := tr.body("merge", func() { both.Done(); both.Wait() })
	r, a, b := tr.router("r", "a", "b"), tr.step("a"), tr.step("b")
	returned := make(chan error, 1)
	go func() {
		returned <- runGraph(t, plenty, workflow.Chain(workflow.Start, r), on(r, "a", a), on(r, "b", b),
			workflow.Chain(a, merge), otherwise(b, merge))
	}()
	both.Wait()
	select {
	case err := <-returned:
		if err == nil {
			t.Error("run ended well, want a hang")
		}
	case <-time.After(300 * time.Millisecond):
	}
}

// TestStaleJoin: a join in a loop remembers the round before. If one arm is
// slower than the other, the join runs on the fast arm's new output and the
// slow arm's old one, and once more when the slow arm arrives: everything
// behind it runs twice.
func TestStaleJoin(t *testing.T) {
	tr := new(trail)
	raced := make(chan bool)
	slowRounds := 0
	slow1 := tr.body("slow1", func() {
		if slowRounds++; slowRounds == 2 {
			<-raced // hold the second round until the join has run without it
		}
	})
	decisions := 0
	decide := returnEvent(tr, "decide", func() string {
		decisions++
		return []string{"again", "stale", "done"}[min(decisions, 3)-1]
	})
	// A step of its own lets the slow arm go: by then join and decide are over,
	// and do not overlap with their next run, which would hang.
	release := tr.body("release", func() { close(raced) })
	split, fast, slow2, join := tr.step("split"), tr.step("fast"), tr.step("slow2"), workflow.NewJoinNode("join")
	if err := runGraph(t, plenty,
		workflow.Chain(workflow.Start, split, fast, join, decide), workflow.Chain(split, slow1, slow2, join),
		on(decide, "again", split), on(decide, "stale", release), on(decide, "done", tr.quiet("end"))); err != nil {
		t.Fatal(err)
	}
	if rounds, runs, ends := tr.count("split"), tr.count("decide"), tr.count("end"); rounds != 2 || runs != 3 || ends != 1 {
		t.Errorf("%d rounds run what is behind the join %d times, %d to the end, want 2, 3 and 1", rounds, runs, ends)
	}
}

// TestSelfLoop: a node may be its own successor.
func TestSelfLoop(t *testing.T) {
	tr := new(trail)
	a := tr.router("a", "again")
	if err := runGraph(t, 500, workflow.Chain(workflow.Start, a), on(a, "again", a)); err != nil {
		t.Fatal(err)
	}
	if got := tr.count("a"); got < 499 {
		t.Errorf("a ran %d times, want 500", got)
	}
}

// TestConstruction lists what New rejects and what it lets through.
func TestConstruction(t *testing.T) {
	tr := new(trail)
	a, b, c, j := tr.step("a"), tr.step("b"), tr.step("c"), workflow.NewJoinNode("join")
	start := workflow.Start
	tests := []struct {
		name  string
		edges []any
		want  error // nil: accepted
	}{
		{"unconditional cycle", []any{workflow.Chain(start, a, b, a)}, workflow.ErrUnconditionalCycle},
		{"cycle closed by a label", []any{workflow.Chain(start, a, b), on(b, "x", a)}, nil},
		{"cycle closed by Default", []any{workflow.Chain(start, a, b), otherwise(b, a)}, nil},
		{"unreachable node", []any{workflow.Chain(start, a), workflow.Chain(b, c)}, workflow.ErrNodesNotReachable},
		{"plain fan-in", []any{workflow.Chain(start, a, c), workflow.Chain(start, b, c)}, workflow.ErrUnsupportedFanIn},
		{"routed fan-in", []any{workflow.Chain(start, a, c), workflow.Chain(start, b), on(b, "x", c)}, nil},
		{"join of one", []any{workflow.Chain(start, a, j)}, nil},
		{"label into a join", []any{workflow.Chain(start, a, j), workflow.Chain(start, b), on(b, "x", j)}, nil},
		{"two labels to one target", []any{workflow.Chain(start, a), on(a, "x", b), on(a, "y", b)}, workflow.ErrDuplicateEdge},
		{"one label to two targets", []any{workflow.Chain(start, a), on(a, "x", b), on(a, "x", c)}, nil},
		{"two defaults", []any{workflow.Chain(start, a), otherwise(a, b), otherwise(a, c)}, workflow.ErrMultipleDefaultRoutes},
		{"second node of a name", []any{workflow.Chain(start, a, tr.step("a"))}, workflow.ErrDuplicateNodeName},
		{"edge into start", []any{workflow.Chain(start, a), on(a, "x", start)}, workflow.ErrNodePointsToStart},
		{"no edges", nil, workflow.ErrNoStartNode},
		{"label at start", []any{on(start, "x", a)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := construct(tt.edges...); !matches(err, tt.want) {
				t.Errorf("New = %v, want %v", err, tt.want)
			}
		})
	}
}

// TestLabelAtStart: START emits no routes, so an edge with a label from START
// is dead, and a Default edge from it is always taken.
func TestLabelAtStart(t *testing.T) {
	tr := new(trail)
	a, b := tr.step("a"), tr.step("b")
	if err := runGraph(t, plenty, on(workflow.Start, "x", a), otherwise(workflow.Start, b)); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "b" {
		t.Errorf("steps = %q, want b", got)
	}
}

// TestTwoRoutingEvents: one run of a node may route once.
func TestTwoRoutingEvents(t *testing.T) {
	tr := new(trail)
	r := routeTwice(tr, "r")
	err := runGraph(t, plenty, workflow.Chain(workflow.Start, r), on(r, "a", tr.step("a")), on(r, "b", tr.step("b")))
	if !errors.Is(err, workflow.ErrMultipleRoutingEvents) {
		t.Errorf("run ended with %v, want %v", err, workflow.ErrMultipleRoutingEvents)
	}
	if got := tr.sorted(); got != "r" {
		t.Errorf("steps = %q, want r", got)
	}
}

// TestOutputAndRoutesTogether: a function node may return an event that
// carries both.
func TestOutputAndRoutesTogether(t *testing.T) {
	tr := new(trail)
	r := returnEvent(tr, "r", func() string { return "a" })
	var got any
	a := workflow.NewFunctionNode("a", func(_ agent.Context, in string) (string, error) {
		got = in
		return in, nil
	}, workflow.NodeConfig{})
	if err := runGraph(t, plenty, workflow.Chain(workflow.Start, r), on(r, "a", a)); err != nil {
		t.Fatal(err)
	}
	if got != "payload" {
		t.Errorf("a got %v, want payload", got)
	}
}

// TestReply: the answer of a human reaches the successors of the node that
// asked, which does not run again (handoff).
func TestReply(t *testing.T) {
	tr := new(trail)
	var answer any
	after := workflow.NewFunctionNode("after", func(_ agent.Context, in any) (string, error) {
		tr.add("after")
		answer = in
		return "ok", nil
	}, workflow.NodeConfig{})
	c := newGraphChat(t, workflow.Chain(workflow.Start, tr.ask("ask"), after))
	if _, err := c.send(plenty, genai.NewContentFromText("go", genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.send(plenty, reply("ask-1", "approved")); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "after ask" {
		t.Errorf("steps = %q, want %q", got, "after ask")
	}
	if s, _ := answer.(string); !strings.Contains(s, "approved") {
		t.Errorf("after got %v, want the answer", answer)
	}
}

// TestReplyDoesNotRoute: the answer is output, not a route. A human node whose
// out-edges all carry labels therefore ends the run, whatever was answered,
// unless the node runs again and emits the route itself.
func TestReplyDoesNotRoute(t *testing.T) {
	tr := new(trail)
	ask := tr.ask("ask")
	c := newGraphChat(t, workflow.Concat(workflow.Chain(workflow.Start, ask),
		on(ask, "approved", tr.step("ship")), on(ask, "denied", tr.step("drop"))))
	if _, err := c.send(plenty, genai.NewContentFromText("go", genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.send(plenty, reply("ask-1", "approved")); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "ask" {
		t.Errorf("steps = %q, want ask alone", got)
	}
}

// TestReplyAndRoute: a node that asks with ResumeOrRequestInput and then
// routes on the answer works only with RerunOnResume. Without it the answer is
// handed to the successors that need no route, and the code behind the
// question never runs.
func TestReplyAndRoute(t *testing.T) {
	yes := true
	for _, tt := range []struct {
		name  string
		cfg   workflow.NodeConfig
		steps string
	}{
		{"rerun", workflow.NodeConfig{RerunOnResume: &yes}, "ask ask ship"},
		{"handoff", workflow.NodeConfig{}, "ask"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := new(trail)
			ask := askAndRoute(tr, "ask", tt.cfg)
			c := newGraphChat(t, workflow.Concat(workflow.Chain(workflow.Start, ask),
				on(ask, "approved", tr.step("ship")), on(ask, "denied", tr.step("drop"))))
			for _, msg := range []*genai.Content{hello, reply("ask-1", "approved")} {
				if _, err := c.send(plenty, msg); err != nil {
					t.Fatal(err)
				}
			}
			if got := tr.sorted(); got != tt.steps {
				t.Errorf("steps = %q, want %q", got, tt.steps)
			}
		})
	}
}
