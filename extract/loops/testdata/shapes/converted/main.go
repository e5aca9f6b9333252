// Command converted has tools that are package-level variables, each of a type of its own
// that is made from one for all.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type spec struct {
	name, description string
}

type tool interface {
	spec() spec
	run(args string) string
}

type reader spec

var read = reader{name: "read", description: "reads a file"}

func (r reader) spec() spec { return spec(read) }

func (r reader) run(args string) string {
	data, _ := os.ReadFile(args)
	return string(data)
}

type lister spec

// Two variables of one type, each with a name of its own.
var (
	list = lister{name: "list", description: "lists a directory"}
	look = lister{name: "look", description: "lists a directory by another name"}
)

func (l lister) spec() spec { return spec(l) }

func (l lister) run(args string) string {
	entries, _ := os.ReadDir(args)
	return entries[0].Name()
}

type registry struct{ byName map[string]tool }

func (r *registry) set(name string, t tool) { r.byName[name] = t }

var tools = &registry{byName: make(map[string]tool)}

func main() {
	tools.set(read.spec().name, read)
	tools.set(list.spec().name, list)
	tools.set(look.spec().name, look)
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			if t, ok := tools.byName[call.Function.Name]; ok {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: t.run(call.Function.Arguments)})
			}
		}
	}
}
