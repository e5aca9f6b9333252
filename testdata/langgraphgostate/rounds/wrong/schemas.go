package wrong

// This file has the programs whose graph has a schema.

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// dropped does not return what it has counted.
func dropped(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		out := map[string]any{"rounds": rounds(s) + 1}
		if Asks() {
			return nil, nil
		}
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

// again makes what it returns once more.
func again(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		for i := 0; ; i++ {
			out := map[string]any{}
			if i > 0 {
				return out, nil
			}
			out["rounds"] = 5
		}
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

// older reads what was there before it wrote.
func older(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		out := map[string]any{"rounds": 5}
		out["rounds"] = rounds(s)
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

// both writes the map, and what it returns over it.
func both(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := map[string]any{"rounds": 0}
		s["rounds"] = 7
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		out := map[string]any{"rounds": rounds(s) + 1}
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

// spared takes a key out of what it returns, and so leaves what was there.
func spared(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := map[string]any{"text": "draft"}
		delete(out, "open")
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		return map[string]any{"open": true}, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		if open, _ := s["open"].(bool); !open || Asks() {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// reduced counts under a key that a reducer keeps as it was.
func reduced(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	schema := graph.NewMapSchema()
	schema.RegisterReducer("rounds", keep)
	g.SetSchema(schema)
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		return map[string]any{"rounds": rounds(s) + 1}, nil
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
