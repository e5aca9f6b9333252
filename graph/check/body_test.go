package check_test

// This file checks what the bodies of steps add to the rules about the ends of
// runs: one cause gives one problem, in the body or around it.

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/internal/golden"
)

func TestBodies(t *testing.T) {
	const around = "s:entry n:sub b:llm e:exit s>n n>b b>e"
	var out strings.Builder
	for _, c := range []struct {
		name, outer, body string
		change            func(body *graph.Workflow)
	}{
		{"a loop with a way out", around, "bs:entry x:llm y:llm be:exit bs>x x>y y?x=no y?be=yes", nil},
		{"a loop that is the whole body", around, "bs:entry x:llm y:llm be:exit bs>x x>y y~x", nil},
		{"the same, and its exit is not there", around, "bs:entry x:llm y:llm bs>x x>y y~x", nil},
		{"the same, stopped by the framework", around, "bs:entry x:llm be:exit bs>x x~x", engine(graph.Engine{LimitIsSuccess: true}, graph.ModeAny)},
		{"the same, with a step that is not known", around, "bs:entry x:llm be:exit bs>x x~x", unknown(graph.UnknownTargets, 1)},
		{"the same, with a way out in some configurations", around, "bs:entry x:llm be:exit bs>x x~x x>be[o.Limit]", nil},
		{"a loop in a part of the body", around, "bs:entry r:router x:llm be:exit bs>r r?be=done r?x=more x>x", nil},
		{"a body that stops before its exit", around, "bs:entry x:llm y:llm be:exit bs>x y>be", engine(graph.Engine{DeadEnd: graph.DeadEndFails}, graph.ModeAny)},
		{"a workflow that ends in a loop, as does its body", "s:entry n:sub b:llm e:exit s>n n>b b>b", "bs:entry x:llm be:exit bs>x x~x", nil},
	} {
		w := build(c.outer)
		body(c.body)(w)
		if c.change != nil {
			c.change(w.Nodes[1].Sub)
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, p := range flats(check.RunAll([]*graph.Workflow{w}, check.Options{})) {
			fmt.Fprintf(&out, "%s: %s\n", p.Workflow.Name, describe(p))
		}
	}
	golden.Compare(t, filepath.Join("testdata", "bodies.txt"), out.String())
}

// TestBodyAlone checks that a body that is checked by itself is a workflow like
// another.
func TestBodyAlone(t *testing.T) {
	w := build("s:entry x:llm e:exit s>x x~x")
	list := check.Run(w, check.Options{})
	if len(list) != 1 || list[0].Rule() != rules.ExitUnreachable {
		t.Errorf("Run = %v, want %s", list, rules.ExitUnreachable)
	}
}
