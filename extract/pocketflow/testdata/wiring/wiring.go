// Package main wires nodes in the ways that programs do: tables, factories of
// another package, conditions, types that embed a node, fields that are set.
package main

import (
	"os"

	"example.com/golden/wiring/steps"
	pocketflow "github.com/The-Pocket/PocketFlow-Go"
)

type review struct{ *pocketflow.Node }

func newReview() *review {
	r := &review{pocketflow.NewNode()}
	r.PostFunc = func(*pocketflow.PfContext, map[string]any, any, any) (string, error) { return "ok", nil }
	return r
}

func chain() *pocketflow.Flow {
	flow := pocketflow.NewFlow(nil)
	last := flow.Start(steps.Make(steps.Load))
	for _, f := range []steps.Func{steps.Clean, steps.Store} {
		last = last.Next("", steps.Make(f))
	}
	return flow
}

func table() *pocketflow.Flow {
	r := newReview()
	for action, next := range map[string]pocketflow.BaseNode{"ok": steps.Make(steps.Store), "bad": steps.Make(steps.Clean)} {
		r.Next(action, next)
	}
	r.Next("bad", r)
	return pocketflow.NewFlow(r)
}

func configured() *pocketflow.Flow {
	a, b := steps.Make(steps.Load), steps.Make(steps.Store)
	if os.Getenv("CLEAN") != "" {
		a.Next("", steps.Make(steps.Clean)).Next("", b)
	} else {
		a.Next("", b)
	}
	return pocketflow.NewFlow(a)
}

func main() {
	chain().Run(nil)
	table().Run(nil)
	configured().Run(nil)
	always().Run(nil)
}

// always has a successor in each of three configurations.
func always() *pocketflow.Flow {
	a, b := steps.Make(steps.Load), steps.Make(steps.Store)
	if os.Getenv("CLEAN") != "" {
		a.Next("", steps.Make(steps.Clean))
	} else if os.Getenv("STORE") != "" {
		a.Next("", b)
	} else {
		a.Next("", steps.Make(steps.Load))
	}
	return pocketflow.NewFlow(a)
}
