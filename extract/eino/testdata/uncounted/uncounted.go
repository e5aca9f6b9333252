// Package uncounted has graphs whose local state seems to count rounds, and may do something else.
package uncounted

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

// loop builds work -> work, with what the step does before it runs and what comes after it.
func loop[S any](name string, gen compose.GenLocalState[S], work *compose.Lambda, after *compose.GraphBranch, opts ...compose.GraphAddNodeOpt) {
	ctx := context.Background()
	g := compose.NewGraph[string, string](compose.WithGenLocalState(gen))
	_ = g.AddLambdaNode("work", work, opts...)
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", after)
	_, _ = g.Compile(ctx, compose.WithGraphName(name))
}

var ends = map[string]bool{"work": true, compose.END: true}

// next goes round while a condition holds.
func next(again bool, err error) (string, error) {
	if again {
		return "work", err
	}
	return compose.END, err
}

// The first one counts.

type plain struct{ n int }

func counts() {
	loop("plain", func(context.Context) *plain { return &plain{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *plain) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *plain) (string, error) { s.n++; return in, nil }))
}

// A run may begin with a state that others have, too.

type common struct{ n int }

var one = &common{}

func shared() {
	loop("shared", func(context.Context) *common { return one }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *common) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *common) (string, error) { s.n++; return in, nil }))
}

type captured struct{ n int }

func captures() {
	mine := &captured{}
	loop("captured", func(context.Context) *captured { return mine }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *captured) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *captured) (string, error) { s.n++; return in, nil }))
}

// Somebody else may write the field.

type beside struct{ n int }

func goroutine() {
	loop("goroutine", func(context.Context) *beside { return &beside{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *beside) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *beside) (string, error) {
			s.n++
			go func() { s.n = 0 }()
			return in, nil
		}))
}

type held struct{ n int }

var last *held

func reset() { last.n = 0 }

func Reset() { reset() }

func keeps() {
	loop("kept", func(context.Context) *held { return &held{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *held) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *held) (string, error) {
			s.n++
			last = s
			return in, nil
		}))
}

type addressed struct{ n int }

func zero(n *int) { *n = 0 }

func address() {
	loop("address", func(context.Context) *addressed { return &addressed{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *addressed) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *addressed) (string, error) {
			s.n++
			zero(&s.n)
			return in, nil
		}))
}

type whole struct{ n int }

func wholly() {
	loop("whole", func(context.Context) *whole { return &whole{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *whole) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *whole) (string, error) {
			s.n++
			*s = whole{}
			return in, nil
		}))
}

type decoded struct{ N int }

func decodes() {
	loop("decoded", func(context.Context) *decoded { return &decoded{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *decoded) error { again = s.N < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *decoded) (string, error) {
			s.N++
			return in, json.Unmarshal([]byte(in), s)
		}))
}

type converted struct{ n int }

type twin struct{ n int }

func (t *twin) clear() { t.n = 0 }

func converts() {
	loop("converted", func(context.Context) *converted { return &converted{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *converted) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *converted) (string, error) {
			s.n++
			(*twin)(s).clear()
			return in, nil
		}))
}

type listed struct{ N int }

func lists() {
	loop("listed", func(context.Context) *listed { return &listed{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *listed) error { again = s.N < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *listed) (string, error) {
			s.N++
			_ = slices.Repeat([]*listed{s}, 2)
			return in, nil
		}))
}

// The function that counts runs at other times, too.

type elsewhere struct{ n int }

func bump(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *elsewhere) error { s.n = 0; return nil })
	return in, err
}

func called() {
	loop("called", func(context.Context) *elsewhere { return &elsewhere{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *elsewhere) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *elsewhere) (string, error) { s.n++; return in, nil }))
}

// Bump may be what a tool does.
func Bump(ctx context.Context, in string) (string, error) { return bump(ctx, in) }

type inner struct{ n int }

func clearInner(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *inner) error { s.n = 0; return nil })
	return in, err
}

// nests runs a graph without a state of its own, whose step gets that of the graph around it.
func nests(ctx context.Context) {
	in := compose.NewGraph[string, string]()
	_ = in.AddLambdaNode("clear", compose.InvokableLambda(clearInner))
	_ = in.AddEdge(compose.START, "clear")
	_ = in.AddEdge("clear", compose.END)
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *inner { return &inner{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, s *inner) (string, error) { s.n++; return in, nil }))
	_ = g.AddGraphNode("nested", in)
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("work", "nested")
	_ = g.AddBranch("nested", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		again := false
		err := compose.ProcessState(ctx, func(_ context.Context, s *inner) error { again = s.n < 3; return nil })
		return next(again, err)
	}, ends))
	_, _ = g.Compile(ctx, compose.WithGraphName("nests"))
}

type stored struct{ n int }

func clearStored(s *stored) error { s.n = 0; return nil }

type hooks struct{ after func(*stored) error }

func stores(h *hooks) {
	loop("stored", func(context.Context) *stored { return &stored{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *stored) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *stored) (string, error) {
			s.n++
			h.after = clearStored
			return in, h.after(s)
		}))
}

type spoken struct{ n int }

type speaker struct{}

func (speaker) clear(s *spoken) { s.n = 0 }

func speaks(c interface{ clear(*spoken) }) {
	loop("spoken", func(context.Context) *spoken { return &spoken{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *spoken) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *spoken) (string, error) {
			s.n++
			c.clear(s)
			return in, nil
		}))
}

// It counts something else, or not always.

type copied struct{ n int }

func copies() {
	loop("copied", func(context.Context) *copied { return &copied{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *copied) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *copied) (string, error) {
			t := *s
			t.n++
			return in, nil
		}))
}

type linked struct {
	n    int
	last *linked
}

func links() {
	loop("linked", func(context.Context) *linked { return &linked{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *linked) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *linked) (string, error) {
			s.last.n = 0
			return in, nil
		}))
}

type failing struct{ n int }

// fails counts with a context that is not that of the run, and goes on if there is no state there.
func fails() {
	loop("failing", func(context.Context) *failing { return &failing{} },
		compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
			_ = compose.ProcessState(context.Background(), func(_ context.Context, s *failing) error { s.n++; return nil })
			return in, nil
		}),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *failing) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends))
}

type refused struct{ n int }

// refuses counts only if it does not fail, and goes on if it does.
func refuses() {
	loop("refused", func(context.Context) *refused { return &refused{} },
		compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
			_ = compose.ProcessState(ctx, func(_ context.Context, s *refused) error {
				if in == "" {
					return errors.New("nothing to count")
				}
				s.n++
				return nil
			})
			return in, nil
		}),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *refused) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends))
}

type recovered struct{ n int }

func recovers() {
	loop("recovered", func(context.Context) *recovered { return &recovered{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *recovered) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *recovered) (string, error) {
			defer func() { recover() }()
			if in == "" {
				panic("empty")
			}
			s.n++
			return in, nil
		}))
}

type repeated struct{ n int }

func repeats() {
	loop("repeated", func(context.Context) *repeated { return &repeated{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *repeated) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *repeated) (string, error) {
			for range len(in) {
				s.n++
			}
			return in, nil
		}))
}

type small struct{ n int8 }

func wraps() {
	loop("small", func(context.Context) *small { return &small{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *small) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *small) (string, error) { s.n++; return in, nil }))
}

type replaced struct{ n int }

// replaces has two handlers, of which the framework calls the last.
func replaces() {
	loop("replaced", func(context.Context) *replaced { return &replaced{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *replaced) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *replaced) (string, error) { s.n++; return in, nil }),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *replaced) (string, error) { return in, nil }))
}

type byValue struct{ n int }

// values gets a copy of the state each time.
func values() {
	loop("by_value", func(context.Context) byValue { return byValue{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s byValue) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s byValue) (string, error) { s.n++; return in, nil }))
}

type optional struct{ n int }

// options adds a step with a handler in some configurations only.
func options(ctx context.Context, on bool) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *optional { return &optional{} }))
	var opts []compose.GraphAddNodeOpt
	if on {
		opts = append(opts, compose.WithStatePreHandler(func(ctx context.Context, in string, s *optional) (string, error) { s.n++; return in, nil }))
	}
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step), opts...)
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		again := false
		err := compose.ProcessState(ctx, func(_ context.Context, s *optional) error { again = s.n < 3; return nil })
		return next(again, err)
	}, ends))
	_, _ = g.Compile(ctx, compose.WithGraphName("optional"))
}

type input struct{ n int }

// inputs passes a pointer of the same type from step to step, which is not the state.
func inputs(ctx context.Context) {
	g := compose.NewGraph[*input, *input](compose.WithGenLocalState(func(context.Context) *input { return &input{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(func(ctx context.Context, in *input) (*input, error) { in.n++; return in, nil }))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in *input) (string, error) {
		again := false
		err := compose.ProcessState(ctx, func(_ context.Context, s *input) error { again = s.n < 3; return nil })
		return next(again, err)
	}, ends))
	_, _ = g.Compile(ctx, compose.WithGraphName("inputs"))
}

type limited struct{ n, most int }

// limits compares with what may change.
func limits() {
	loop("limited", func(context.Context) *limited { return &limited{most: 3} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *limited) error { again = s.n < s.most; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *limited) (string, error) {
			s.n++
			s.most++
			return in, nil
		}))
}

type stale struct{ n int }

// stales asks for a variable that something else may write.
func stales() {
	loop("stale", func(context.Context) *stale { return &stale{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			var seen int
			go func() { seen = 0 }()
			err := compose.ProcessState(ctx, func(_ context.Context, s *stale) error { seen = s.n; return nil })
			return next(seen < 3, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *stale) (string, error) { s.n++; return in, nil }))
}

type wrapped struct{ N int }

func hides() {
	loop("wrapped", func(context.Context) *wrapped { return &wrapped{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *wrapped) error { again = s.N < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *wrapped) (string, error) {
			s.N++
			return in, json.Unmarshal([]byte(in), &struct{ State *wrapped }{s})
		}))
}

type wiped struct{ n int }

func wipe(s *wiped) { *s = wiped{} }

func wipes() {
	loop("wiped", func(context.Context) *wiped { return &wiped{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *wiped) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *wiped) (string, error) {
			s.n++
			go wipe(s)
			return in, nil
		}))
}

type sent struct{ N int }

func sends(w *schema.StreamWriter[*sent]) {
	loop("sent", func(context.Context) *sent { return &sent{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *sent) error { again = s.N < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *sent) (string, error) {
			s.N++
			w.Send(s, nil)
			return in, nil
		}))
}

type once struct{ N int }

func onces() {
	loop("once", func(context.Context) *once { return &once{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *once) error { again = s.N < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *once) (string, error) {
			s.N++
			_ = sync.OnceValue(func() *once { return s })()
			return in, nil
		}))
}

type queued struct{ n int }

type queue struct{ list []func() }

func queues(q *queue) {
	loop("queued", func(context.Context) *queued { return &queued{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *queued) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends),
		compose.WithStatePreHandler(func(ctx context.Context, in string, s *queued) (string, error) {
			s.n++
			q.list = append(q.list, func() { s.n = 0 })
			return in, nil
		}))
}

type given struct{ n int }

// Given is what another graph may have as a step.
var Given *compose.Lambda

// Gives hands a step out.
func Gives() {
	work := compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		err := compose.ProcessState(ctx, func(_ context.Context, s *given) error { s.n++; return nil })
		return in, err
	})
	Given = work
	loop("given", func(context.Context) *given { return &given{} }, work,
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *given) error { again = s.n < 3; return nil })
			return next(again, err)
		}, ends))
}

type added struct{ n int }

// adds has a step in some configurations only.
func adds(ctx context.Context, on bool) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *added { return &added{} }))
	if on {
		_ = g.AddLambdaNode("work", compose.InvokableLambda(step), compose.WithStatePreHandler(
			func(ctx context.Context, in string, s *added) (string, error) { s.n++; return in, nil }))
	}
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		again := false
		err := compose.ProcessState(ctx, func(_ context.Context, s *added) error { again = s.n < 3; return nil })
		return next(again, err)
	}, ends))
	_, _ = g.Compile(ctx, compose.WithGraphName("added"))
}

type partly struct{ n int }

// routes counts in the router, on some ways.
func routes() {
	loop("partly", func(context.Context) *partly { return &partly{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *partly) error {
				if in != "" {
					s.n++
				}
				again = s.n < 3
				return nil
			})
			return next(again, err)
		}, ends))
}

type various struct{ n int }

// ways has more ways than are told from each other. What the router decides where n is small is
// not known then.
func ways() {
	loop("ways", func(context.Context) *various { return &various{} }, compose.InvokableLambda(step),
		compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
			again := false
			err := compose.ProcessState(ctx, func(_ context.Context, s *various) error {
				n := s.n
				if s.n > 5 {
					switch len(in) {
					case 0:
						n += 1
					case 1:
						n += 2
					case 2:
						n += 3
					case 3:
						n += 4
					case 4:
						n += 5
					case 5:
						n += 6
					case 6:
						n += 7
					case 7:
						n += 8
					case 8:
						n += 9
					}
				} else {
					n += 20
				}
				again = n < 9
				return nil
			})
			return next(again, err)
		}, ends))
}
