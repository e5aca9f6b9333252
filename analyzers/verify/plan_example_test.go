package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
)

// ExamplePlan asks, in the program that would run a plan, whether it may.
func ExamplePlan() {
	registry, err := graph.DecodeProgram("registry.json", example("registry.json"))
	if err != nil {
		panic(err)
	}
	rules, err := policy.Load("agentvet.yaml", example("agentvet.yaml"), policy.Options{})
	if err != nil {
		panic(err)
	}
	tools := plan.NewRegistry(registry.HeldTools(), registry.MayHaveTools())
	for _, name := range []string{"leak.json", "repaired.json"} {
		p, err := plan.Decode(name, example(name))
		if err != nil {
			panic(err)
		}
		findings := verify.Plan(verify.Proposal{Plan: p, Registry: tools}, verify.Options{Policy: rules})
		fmt.Println(name, verify.PlanVerdict(findings))
		for _, f := range findings {
			fmt.Printf("  %s: %s\n", f.Pos, f.Rule)
		}
	}
	// Output:
	// leak.json violated
	//   leak.json:6:5: policy/owner-first
	//   leak.json:6:96: taint/flow
	// repaired.json holds
}

// example returns a file of the bundled example; a program embeds its own.
func example(name string) []byte {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "plan", name))
	if err != nil {
		panic(err)
	}
	return data
}

func BenchmarkPlan(b *testing.B) {
	registry, err := graph.DecodeProgram("registry.json", example("registry.json"))
	if err != nil {
		b.Fatal(err)
	}
	rules, err := policy.Load("agentvet.yaml", example("agentvet.yaml"), policy.Options{})
	if err != nil {
		b.Fatal(err)
	}
	tools, text := plan.NewRegistry(registry.HeldTools(), nil), example("repaired.json")
	for b.Loop() {
		p, err := plan.Decode("plan.json", text)
		if err != nil {
			b.Fatal(err)
		}
		if v := verify.PlanVerdict(verify.Plan(verify.Proposal{Plan: p, Registry: tools}, verify.Options{Policy: rules})); v.String() != "holds" {
			b.Fatal(v)
		}
	}
}
