// Command hooked has agents before whose tools another model is asked for its opinion, or whose calls wait until somebody
// lets them run.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

func main() {
	ctx := context.Background()
	reviewed := &agent{before: review}
	reviewed.loop(ctx)
	reviewed.reading(ctx)
	http.Handle("/", &page{agent: new(agent)})
	inContext(context.WithValue(ctx, unasked{}, len(os.Args) > 1))
}

var tools = map[string]func(string) string{"read": read, "remove": remove}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}

func confirm(what string) bool {
	fmt.Printf("%s? ", what)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}

type agent struct {
	before  func(ctx context.Context, what string) string
	history []model.Message
	pending []model.Call
}

// review asks a model whether a call is a good idea. It is no agent.
func review(ctx context.Context, what string) string {
	answer, err := model.Ask(ctx, []model.Message{{Role: "user", Content: "Is this dangerous? " + what}}, nil)
	if err != nil {
		return err.Error()
	}
	return answer.Content
}

// execute runs a call that loops hand to it: it asks somebody, and then a model.
func (a *agent) execute(ctx context.Context, call model.Call) string {
	if !confirm(call.Function.Name) {
		return "denied"
	}
	if opinion := a.before(ctx, call.Function.Name); opinion != "" {
		a.history = append(a.history, model.Message{Role: "user", Content: opinion})
	}
	return tools[call.Function.Name](call.Function.Arguments)
}

func (a *agent) loop(ctx context.Context) {
	for range 8 {
		answer, err := model.Ask(ctx, a.history, []string{"read", "remove"})
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			a.history = append(a.history, model.Message{Role: "tool", Content: a.execute(ctx, call)})
		}
	}
}

// reading: tools run while what the model says still comes in.
func (a *agent) reading(ctx context.Context) {
	for range 9 {
		answers := make(chan model.Message)
		go func() {
			defer close(answers)
			if answer, err := model.Ask(ctx, a.history, []string{"read", "remove"}); err == nil {
				answers <- answer
			}
		}()
		said := 0
		for answer := range answers {
			for _, call := range answer.ToolCalls {
				said++
				a.history = append(a.history, model.Message{Role: "tool", Content: a.execute(ctx, call)})
			}
		}
		if said == 0 {
			return
		}
	}
}

// A tool says of itself whether its calls wait for somebody.
type tool interface {
	Run(path string) string
	Waits() bool
}

type reader struct{}

func (reader) Run(path string) string { return read(path) }
func (reader) Waits() bool            { return false }

type remover struct{}

func (remover) Run(path string) string { return remove(path) }
func (remover) Waits() bool            { return true }

var objects = map[string]tool{"read": reader{}, "remove": remover{}}

var errWaits = errors.New("somebody has to agree")

func run(call model.Call) (string, error) {
	t := objects[call.Function.Name]
	if t == nil {
		return "", errors.ErrUnsupported
	}
	if t.Waits() {
		return "", errWaits
	}
	return t.Run(call.Function.Arguments), nil
}

func (a *agent) waiting(ctx context.Context) {
	for range 7 {
		answer, err := model.Ask(ctx, a.history, []string{"read", "remove"})
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			out, err := run(call)
			if errors.Is(err, errWaits) {
				a.pending = append(a.pending, call)
				return
			}
			a.history = append(a.history, model.Message{Role: "tool", Content: out})
		}
	}
}

func (a *agent) approve(call model.Call) string {
	t := objects[call.Function.Name]
	if t == nil {
		return "no such tool"
	}
	return t.Run(call.Function.Arguments)
}

type page struct{ *agent }

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/ask":
		p.waiting(r.Context())
	case "/approve":
		for _, call := range p.pending {
			p.history = append(p.history, model.Message{Role: "tool", Content: p.approve(call)})
		}
		p.pending = nil
	}
}

// Whether somebody is asked stands in the context.

type unasked struct{}

func inContext(ctx context.Context) {
	var history []model.Message
	for range 6 {
		answer, err := model.Ask(ctx, history, []string{"read", "remove"})
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if free, _ := ctx.Value(unasked{}).(bool); !free && !confirm(call.Function.Name) {
				continue
			}
			history = append(history, model.Message{Role: "tool", Content: tools[call.Function.Name](call.Function.Arguments)})
		}
	}
}
