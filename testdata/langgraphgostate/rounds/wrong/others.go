package wrong

// This file has the programs in which others than the steps themselves write the map, or in which steps mix up maps.

import (
	"context"
	"maps"

	"github.com/smallnest/langgraphgo/graph"
)

// helped has a helper begin again.
func helped(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		restart(s)
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

// deep has a helper begin again that calls itself.
func deep(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		later(s, 3)
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

// byRouter begins again in the router.
func byRouter(ctx context.Context) {
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
		if n == 2 {
			s["rounds"] = 0
		}
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// kept lets others have the map.
func kept(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		if Asks() {
			shared = s
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
		if shared != nil {
			shared["rounds"] = 0
		}
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// closed begins again in a function that it defers.
func closed(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		defer func() { s["rounds"] = 0 }()
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

// stale puts back what was there.
func stale(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		s["rounds"] = 5
		s["rounds"] = n
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

// elsewhere returns a map that others have.
func elsewhere(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		shared["rounds"] = 0
		return shared, nil
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

// apart reads a copy that it does not return.
func apart(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		other := maps.Clone(s)
		other["rounds"] = -1
		n, _ := other["rounds"].(int)
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

// after writes the map after it has copied it.
func after(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := maps.Clone(s)
		s["rounds"] = 7
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		s["text"] = "checked"
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

// shelved puts the map on a shelf.
func shelved(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		shelf["draft"] = s
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
		if s, ok := shelf["draft"]; ok {
			s["rounds"] = 0
		}
		n, _ := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// filtered has the library take keys away.
func filtered(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		maps.DeleteFunc(s, func(key string, _ any) bool { return key == "rounds" })
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

// onTheWay begins again in a router before.
func onTheWay(ctx context.Context) {
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
	g.AddConditionalEdge("work", func(_ context.Context, s map[string]any) string {
		s["rounds"] = 0
		return "check"
	})
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
