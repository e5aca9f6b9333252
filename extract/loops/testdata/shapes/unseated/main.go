// Command unseated hands the calls of its model to a method of an interface that only another module has.
package main

import (
	"context"
	"fmt"
	"strings"
	"text/template"

	"shapes/model"
)

type order struct {
	name   string
	args   string
	result string
}

type registry interface {
	Has(name string) bool
	Execute(call any) string
	Note(call any) string
}

type session struct {
	registry any // of another module
	busy     bool
	history  []model.Message
}

func (s *session) tools() registry {
	r, _ := s.registry.(registry)
	return r
}

func main() {
	s := &session{}
	s.ask(context.Background(), "go on")
}

// ask calls serve, which calls it again.
func (s *session) ask(ctx context.Context, prompt string) {
	s.history = append(s.history, model.Message{Role: "user", Content: prompt})
	var offered []string
	if !s.busy {
		offered = []string{"all"}
	}
	answer, err := model.Ask(ctx, s.history, offered)
	if err != nil {
		return
	}
	if len(answer.ToolCalls) > 0 {
		s.serve(ctx, answer.ToolCalls)
	}
}

func (s *session) serve(ctx context.Context, calls []model.Call) {
	var done []*order
	for _, call := range calls {
		o := &order{name: call.Function.Name, args: call.Function.Arguments}
		if r := s.tools(); r != nil && r.Has(o.name) {
			o.result = r.Execute(o)
			fmt.Println(r.Note(o)) // of which no model is told
		}
		done = append(done, o)
	}
	s.busy = true
	s.ask(ctx, text(done))
	s.busy = false
}

// text is made of all that was done by a template, which nobody follows.
func text(done []*order) string {
	var b strings.Builder
	template.Must(template.ParseFiles("done.tmpl")).Execute(&b, struct{ Done []*order }{done})
	return b.String()
}
