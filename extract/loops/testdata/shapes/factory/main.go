// Command factory registers what makes a tool; the names are given where that is done.
package main

import (
	"context"
	"os"
	"time"

	"shapes/model"
)

type tool interface {
	Execute(args string) (string, error)
}

type registry struct{ tools map[string]func() tool }

var all = &registry{tools: make(map[string]func() tool)}

func register(name string, f func() tool) { all.register(name, f) }

func (r *registry) register(name string, f func() tool) { r.tools[name] = f }

func (r *registry) list() (out []tool) {
	for _, f := range r.tools {
		out = append(out, f())
	}
	return out
}

func init() {
	register("read", func() tool { return &read{limit: 1000} })
	register("remove", newRemove)
}

type read struct{ limit int }

func (r *read) Execute(args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data[:min(r.limit, len(data))]), err
}

type remove struct{ after time.Duration }

func newRemove() tool { return &remove{time.Second} }

func (r *remove) Execute(args string) (string, error) {
	time.Sleep(r.after)
	return args, os.Remove(args)
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 30 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			f, ok := all.tools[call.Function.Name]
			if !ok {
				continue
			}
			result, _ := f().Execute(call.Function.Arguments)
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}
