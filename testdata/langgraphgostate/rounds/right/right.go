// Package right has programs that work three times at most.
package right

import (
	"context"
	"errors"
	"fmt"
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
	"inPlace":      inPlace,
	"parts":        parts,
	"partsInPlace": partsInPlace,
	"reducers":     reducers,
	"carried":      carried,
	"copied":       copied,
	"found":        found,
	"later":        later,
	"helpers":      helpers,
	"wide":         wide,
	"two":          two,
	"status":       status,
}

func rounds(s map[string]any) int {
	n, _ := s["rounds"].(int)
	return n
}

func number(s map[string]any, key string) int {
	if n, ok := s[key].(int); ok {
		return n
	}
	return 0
}

func add(s map[string]any, key string) { s[key] = number(s, key) + 1 }

// inPlace counts in the map.
func inPlace(ctx context.Context) {
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
		n := s["rounds"].(int)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// parts returns what is new.
func parts(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft"}, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		return map[string]any{"rounds": n + 1, "text": s["text"]}, nil
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

// partsInPlace writes the map that the framework has copied.
func partsInPlace(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		fmt.Println("drafts", s)
		return nil, nil
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

// reducers counts under a key that a reducer overwrites.
func reducers(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	schema := graph.NewMapSchema()
	schema.RegisterReducer("rounds", graph.OverwriteReducer)
	schema.RegisterReducer("messages", graph.AppendReducer)
	g.SetSchema(schema)
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"messages": []string{"draft"}}, nil
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

// carried returns all there is.
func carried(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		return map[string]any{"text": "draft", "rounds": s["rounds"]}, nil
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

// copied copies the map.
func copied(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		out := maps.Clone(s)
		out["text"] = "draft"
		return out, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		out := map[string]any{}
		for k, v := range s {
			out[k] = v
		}
		out["rounds"] = rounds(s) + 1
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

// found asks whether there is a number.
func found(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		if n, ok := s["rounds"].(int); ok {
			s["rounds"] = n + 1
		} else {
			s["rounds"] = 1
		}
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n := 0
		if v, ok := s["rounds"].(int); ok {
			n = v
		}
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// later counts after it has done something else.
func later(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int)
		if Asks() {
			return nil, errors.New("nobody is there")
		}
		s["text"] = "checked"
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

// helpers has helpers read and write.
func helpers(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		delete(s, "text")
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		add(s, "rounds")
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		if Asks() || number(s, "rounds") >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// wide counts in int64 everywhere.
func wide(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		n, _ := s["rounds"].(int64)
		s["rounds"] = n + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		n, _ := s["rounds"].(int64)
		if Asks() || n >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// two has two counters, of which one ends it.
func two(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		n, _ := s["drafts"].(int)
		s["drafts"] = n + 1
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
		if Asks() || s["rounds"].(int) >= 9 || s["drafts"].(int) >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}

// status goes by a word.
func status(ctx context.Context) {
	g := graph.NewStateGraph[map[string]any]()
	g.AddNode("work", "works", func(_ context.Context, s map[string]any) (map[string]any, error) {
		Works()
		s["text"] = "draft"
		return s, nil
	})
	g.AddNode("check", "counts", func(_ context.Context, s map[string]any) (map[string]any, error) {
		s["status"] = "open"
		if rounds(s) >= 2 {
			s["status"] = "closed"
		}
		s["rounds"] = rounds(s) + 1
		return s, nil
	})
	g.SetEntryPoint("work")
	g.AddEdge("work", "check")
	g.AddConditionalEdge("check", func(_ context.Context, s map[string]any) string {
		if s["status"] == "closed" || s["rounds"].(int) >= 3 {
			return graph.END
		}
		return "work"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, map[string]any{})
}
