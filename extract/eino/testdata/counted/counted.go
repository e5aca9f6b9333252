// Package counted has graphs whose local state counts rounds, and some in which it only seems to.
package counted

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/cloudwego/eino/compose"
)

const most = 3

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

var ends = map[string]bool{"draft": true, compose.END: true}

type rounds struct {
	Count int
	Notes []string
}

func (r *rounds) over() bool { return r.Count >= most }

func (r *rounds) note(s string) { r.Notes = append(r.Notes, s) }

// handler counts in a handler, and asks in a router.
func handler(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *rounds { return &rounds{Count: 1} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, r *rounds) (string, error) {
			r.Count++
			r.note(in)
			return in, nil
		}))
	_ = g.AddLambdaNode("review", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddEdge("draft", "review")
	_ = g.AddBranch("review", compose.NewGraphBranch(
		func(ctx context.Context, in string) (next string, err error) {
			err = compose.ProcessState(ctx, func(_ context.Context, r *rounds) error {
				next = "draft"
				if r.over() || strings.Contains(in, "good") {
					next = compose.END
				}
				return nil
			})
			return next, err
		}, ends))
	_, _ = g.Compile(ctx)
}

type turns struct{ Count int }

// router counts and asks in the router itself.
func router(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *turns { return &turns{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(
		func(ctx context.Context, in string) (string, error) {
			over := false
			if err := compose.ProcessState(ctx, func(_ context.Context, t *turns) error {
				t.Count++
				over = t.Count >= most
				return nil
			}); err != nil {
				return "", err
			}
			if over {
				return compose.END, nil
			}
			return "draft", nil
		}, ends))
	_, _ = g.Compile(ctx)
}

type desk struct{ name string }

type tickets struct {
	count int
	open  bool
}

func newTickets(context.Context) *tickets { return &tickets{open: true} }

// draft counts in the function of the step, where it does not fail.
func (d *desk) draft(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "", errors.New("nothing to do")
	}
	_, bad := strconv.Atoi(in)
	if bad != nil {
		return "", bad
	}
	err := compose.ProcessState(ctx, func(_ context.Context, t *tickets) error {
		if len(in) > 1000 {
			return errors.New("too long")
		}
		t.count += 2
		return nil
	})
	if err != nil {
		return "", err
	}
	return in + d.name, bad
}

func (d *desk) next(ctx context.Context, in string) (string, error) {
	var n int
	err := compose.ProcessState(ctx, func(_ context.Context, t *tickets) error {
		n = t.count
		return nil
	})
	if n > 2*most {
		return compose.END, err
	}
	return "draft", err
}

// method has the functions of steps and routers as methods.
func method(ctx context.Context) {
	d := &desk{name: "desk"}
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newTickets))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(d.draft))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(d.next, ends))
	_, _ = g.Compile(ctx)
}

type verdict struct {
	approved bool
	status   string
}

// flag has a truth value and a text that decide.
func flag(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *verdict { return &verdict{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(step), compose.WithStatePostHandler(
		func(ctx context.Context, in string, v *verdict) (string, error) {
			v.status = "drafted"
			return in, nil
		}))
	_ = g.AddLambdaNode("review", compose.InvokableLambda(step), compose.WithStatePostHandler(
		func(ctx context.Context, in string, v *verdict) (string, error) {
			v.approved = true
			v.status = "reviewed"
			return in, nil
		}))
	_ = g.AddLambdaNode("send", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(
		func(ctx context.Context, in string) (string, error) {
			var ok bool
			err := compose.ProcessState(ctx, func(_ context.Context, v *verdict) error { ok = v.approved; return nil })
			if ok {
				return "send", err
			}
			return "review", err
		}, map[string]bool{"send": true, "review": true}))
	_ = g.AddBranch("review", compose.NewGraphBranch(
		func(ctx context.Context, in string) (string, error) {
			var status string
			err := compose.ProcessState(ctx, func(_ context.Context, v *verdict) error { status = v.status; return nil })
			switch status {
			case "reviewed":
				return "send", err
			case "rejected":
				return compose.END, err
			}
			return "draft", err
		}, map[string]bool{"send": true, "draft": true, compose.END: true}))
	_ = g.AddEdge("send", compose.END)
	_, _ = g.Compile(ctx)
}

type decoded struct{ Count int }

// decode writes through the address of a variable with the pointer.
func decode(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *decoded { return &decoded{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, d *decoded) (string, error) {
			return in, json.Unmarshal([]byte(in), &d)
		}), compose.WithStatePostHandler(
		func(ctx context.Context, in string, d *decoded) (string, error) {
			d.Count++
			return in, nil
		}))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(
		func(ctx context.Context, in string) (next string, err error) {
			err = compose.ProcessState(ctx, func(_ context.Context, d *decoded) error {
				next = "draft"
				if d.Count >= most {
					next = compose.END
				}
				return nil
			})
			return next, err
		}, ends))
	_, _ = g.Compile(ctx)
}

type sent struct{ Count int }

// send gives the pointer to whoever reads the channel.
func send(ctx context.Context) {
	out := make(chan *sent, 1)
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *sent { return &sent{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(func(_ context.Context, in string) (string, error) {
		select {
		case s := <-out:
			s.Count = 0
		default:
		}
		return in, nil
	}), compose.WithStatePreHandler(
		func(ctx context.Context, in string, s *sent) (string, error) {
			s.Count++
			select {
			case out <- s:
			default:
			}
			return in, nil
		}))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(
		func(ctx context.Context, in string) (next string, err error) {
			err = compose.ProcessState(ctx, func(_ context.Context, s *sent) error {
				next = "draft"
				if s.Count >= most {
					next = compose.END
				}
				return nil
			})
			return next, err
		}, ends))
	_, _ = g.Compile(ctx)
}

type desk2 struct{ most int }

type limited struct{ Count, most int }

// again compares with numbers that are always the same: in the state, of a receiver, and captured.
func (d *desk2) again(limit int) func(ctx context.Context, in string) (string, error) {
	return func(ctx context.Context, in string) (next string, err error) {
		err = compose.ProcessState(ctx, func(_ context.Context, l *limited) error {
			next = "draft"
			if l.Count >= l.most || l.Count >= d.most || l.Count > limit {
				next = compose.END
			}
			return nil
		})
		return next, err
	}
}

func limits(ctx context.Context) {
	most := 5
	d := &desk2{most: 6}
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *limited { return &limited{most: 7} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, l *limited) (string, error) {
			l.Count++
			return in, nil
		}))
	_ = g.AddLambdaNode("review", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(d.again(4), map[string]bool{"draft": true, "review": true, compose.END: true}))
	_ = g.AddBranch("review", compose.NewGraphBranch(
		func(ctx context.Context, in string) (next string, err error) {
			err = compose.ProcessState(ctx, func(_ context.Context, l *limited) error {
				next = "draft"
				if l.Count >= most {
					next = compose.END
				}
				return nil
			})
			return next, err
		}, ends))
	_, _ = g.Compile(ctx)
}
