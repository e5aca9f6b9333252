package adk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/adk"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

// BenchmarkCall is a run in which a model calls a tool, without a guard and with one, each in a session of its own.
func BenchmarkCall(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[guarded], func(b *testing.B) {
			g := newGuard(b, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}, {Name: "small", Text: "never tool:lookup(amount > 1000)"}})
			var plugins runner.PluginConfig
			if guarded {
				plugins = adk.Plugins(g)
			}
			r := newRunner(b, newAgent(b, "desk", toolsOf(b, func(string) string { return "done" })), session.InMemoryService(), plugins)
			message, n := want(guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`}), 0
			b.ReportAllocs()
			for b.Loop() {
				id := fmt.Sprint("s", n)
				n++
				if got := say(b.Context(), r, id, message); got.err != nil || !strings.Contains(got.told["call0"], "done") {
					b.Fatal(got)
				}
				if guarded {
					if _, err := g.Finish(b.Context(), adk.Session("app", "ann", id)); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
