// Command returned has its tools in a registry. A loader puts functions that they return into a map,
// each in a function around it that notes what runs, by the names that the tools declare. Another
// one has functions around its tools that ask somebody.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"

	"shapes/model"
)

type declaration struct{ Name, Description string }

type handler func(ctx context.Context, args string) (string, error)

type tool interface {
	Declaration() *declaration
	Handler() handler
}

type read struct{ dir string }

func newRead(dir string) tool { return &read{dir} }

func (r *read) Declaration() *declaration { return &declaration{"read", "reads a file"} }

func (r *read) Handler() handler {
	return func(ctx context.Context, args string) (string, error) {
		data, err := os.ReadFile(r.dir + args)
		return string(data), err
	}
}

type remove struct{}

func newRemove() tool { return &remove{} }

func (r *remove) Declaration() *declaration { return &declaration{Name: "remove"} }

func (r *remove) Handler() handler { return r.run }

func (r *remove) run(ctx context.Context, args string) (string, error) { return "", os.Remove(args) }

type registry struct{ tools map[string]tool }

func newRegistry() *registry {
	r := &registry{tools: make(map[string]tool)}
	for _, t := range []tool{newRead("/tmp/"), newRemove()} {
		r.add(t)
	}
	return r
}

func (r *registry) add(t tool) {
	d := t.Declaration()
	if d == nil || d.Name == "" {
		return
	}
	r.tools[d.Name] = t
}

func (r *registry) get(name string) (tool, bool) {
	t, ok := r.tools[name]
	return t, ok
}

type prompt struct {
	Tools    []string
	Handlers map[string]handler
}

type loader struct {
	registry *registry
	ran      int
}

func (l *loader) load(names []string) *prompt {
	p := &prompt{Tools: names}
	var found []tool
	for _, name := range p.Tools {
		if t, ok := l.registry.get(name); ok {
			found = append(found, t)
		}
	}
	p.Handlers = make(map[string]handler)
	for _, t := range found {
		d := t.Declaration()
		original := t.Handler()
		p.Handlers[d.Name] = l.noted(d.Name, original)
	}
	return p
}

func (l *loader) noted(name string, run handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		l.ran++
		out, err := func() (string, error) {
			return run(ctx, args)
		}()
		log.Println(name, err)
		return out, err
	}
}

// careful is a loader of functions that somebody is asked about before they run.
type careful struct{ tools, others []tool }

func (c *careful) load() map[string]handler {
	handlers := make(map[string]handler)
	for _, t := range c.tools {
		handlers[t.Declaration().Name] = asked(t.Handler())
	}
	for _, t := range c.others {
		handlers[t.Declaration().Name] = sometimes(t.Handler())
	}
	return handlers
}

func asked(run handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		fmt.Println("run with", args, "?")
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if line != "yes\n" {
			return "refused", nil
		}
		return run(ctx, args)
	}
}

func main() {
	p := (&loader{registry: newRegistry()}).load(os.Args[1:])
	loop(context.Background(), p.Handlers)
	ask(context.Background(), (&careful{tools: []tool{&clear{}, &fill{}}, others: []tool{&move{}}}).load())
}

// sometimes asks about long arguments alone.
func sometimes(run handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		if len(args) < 9 {
			return run(ctx, args)
		}
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if line != "yes\n" {
			return "refused", nil
		}
		return run(ctx, args)
	}
}

type move struct{}

func (m *move) Declaration() *declaration { return &declaration{Name: "move"} }

func (m *move) Handler() handler {
	return func(ctx context.Context, args string) (string, error) { return "", os.Rename(args, "/tmp/moved") }
}

type clear struct{}

func (c *clear) Declaration() *declaration { return &declaration{Name: "clear"} }

func (c *clear) Handler() handler {
	return func(ctx context.Context, args string) (string, error) { return "", os.RemoveAll(args) }
}

type fill struct{}

func (f *fill) Declaration() *declaration { return &declaration{Name: "fill"} }

func (f *fill) Handler() handler {
	return func(ctx context.Context, args string) (string, error) { return "", os.WriteFile(args, nil, 0o600) }
}

func ask(ctx context.Context, handlers map[string]handler) {
	var history []model.Message
	for range 9 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			if run, ok := handlers[call.Function.Name]; ok {
				out, _ := run(ctx, call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
			}
		}
	}
}

func loop(ctx context.Context, handlers map[string]handler) {
	var history []model.Message
	for range 9 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			run, ok := handlers[call.Function.Name]
			if !ok {
				continue
			}
			out, _ := run(ctx, call.Function.Arguments)
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
		}
	}
}
