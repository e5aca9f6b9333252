// Package wrong has programs that work more than three times, by one mistake each.
package wrong

import (
	"context"
	"maps"

	"github.com/smallnest/langgraphgo/graph"
)

// What the test decides and sees.
var (
	Asks    func() bool
	Chooses func() string
	Works   func()
)

// Programs are all of them, by name.
var Programs = map[string]func(context.Context){
	"dropped":     dropped,
	"again":       again,
	"older":       older,
	"both":        both,
	"spared":      spared,
	"reduced":     reduced,
	"misspelt":    misspelt,
	"offByOne":    offByOne,
	"wider":       wider,
	"named":       named,
	"reset":       reset,
	"removed":     removed,
	"cleared":     cleared,
	"anyKey":      anyKey,
	"replaced":    replaced,
	"sometimes":   sometimes,
	"notAll":      notAll,
	"overwritten": overwritten,
	"helped":      helped,
	"deep":        deep,
	"byRouter":    byRouter,
	"kept":        kept,
	"closed":      closed,
	"stale":       stale,
	"elsewhere":   elsewhere,
	"apart":       apart,
	"after":       after,
	"shelved":     shelved,
	"filtered":    filtered,
	"onTheWay":    onTheWay,
}

type times int

var shared = map[string]any{}

var shelf = map[string]map[string]any{}

func rounds(s map[string]any) int {
	n, _ := s["rounds"].(int)
	return n
}

func restart(s map[string]any) { s["rounds"] = 0 }

func later(s map[string]any, n int) {
	if n > 0 {
		later(s, n-1)
		return
	}
	s["rounds"] = 0
}

func keep(current, given any) (any, error) {
	if current != nil {
		return current, nil
	}
	return given, nil
}

// misspelt counts under a key that nobody reads.
func misspelt(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["round"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// offByOne goes on once too often.
func offByOne(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n > 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// wider leaves a number of another type, which the assertion does not find.
func wider(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = int64(n + 1)
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// named leaves a number of a type of its own.
func named(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = times(n + 1)
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// reset begins again where somebody says so.
func reset(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		if Asks() {
			s["rounds"] = 0
		}
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// removed takes the key away.
func removed(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		delete(s, "rounds")
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// cleared takes all keys away.
func cleared(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		clear(s)
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// anyKey writes under a key that somebody else chooses.
func anyKey(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s[Chooses()] = 0
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// replaced returns a map without the key, in place of the one with it.
func replaced(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// sometimes returns a map with the key on one way only.
func sometimes(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := map[string]any{"text": "draft"}
		if Asks() {
			out["rounds"] = s["rounds"]
		}
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// notAll copies all keys but one.
func notAll(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := map[string]any{}
		for k, v := range s {
			if k != "rounds" {
				out[k] = v
			}
		}
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// overwritten copies the old number over the new one.
func overwritten(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		out := map[string]any{"rounds": rounds(s) + 1}
		maps.Copy(out, s)
		return out, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}
