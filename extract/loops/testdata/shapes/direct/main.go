// Command direct has tools that others than a model run, too: the command line names one
// itself, and a library may run what has the method of its interface.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

func main() {
	if len(os.Args) > 2 {
		fmt.Println(new(open).call("read", os.Args[2]))
		return
	}
	fmt.Println(new(open).answer(os.Args[1]), new(asked).answer(os.Args[1]))
	fmt.Println(openTool{new(open), os.Args[1]}, askedTool{new(asked), os.Args[1]})
}

// open asks nobody: what else runs its tools does not matter.
type open struct{ root string }

func (o *open) answer(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return m.Content
	}
	call := m.ToolCalls[0]
	history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: o.call(call.Function.Name, call.Function.Arguments)})
	m, _ = model.Ask(context.Background(), history, nil)
	return m.Content
}

func (o *open) call(name, path string) string {
	switch name {
	case "read":
		return o.read(path)
	}
	return "no such tool"
}

func (o *open) read(path string) string {
	data, _ := os.ReadFile(o.root + path)
	return string(data)
}

type openTool struct {
	*open
	name string
}

func (t openTool) String() string { return t.call(t.name, "list") }

// asked asks somebody, and what else runs its tools may not.
type asked struct{ root string }

func (a *asked) answer(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return m.Content
	}
	call := m.ToolCalls[0]
	if !confirm(call.Function.Name) {
		return "denied"
	}
	history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: a.call(call.Function.Name, call.Function.Arguments)})
	m, _ = model.Ask(context.Background(), history, nil)
	return m.Content
}

func confirm(what string) bool {
	fmt.Printf("%s? ", what)
	var line string
	fmt.Scanln(&line)
	return line == "y"
}

func (a *asked) call(name, path string) string {
	switch name {
	case "remove":
		return a.remove(path)
	}
	return "no such tool"
}

func (a *asked) remove(path string) string {
	os.Remove(a.root + path)
	return path + " is gone"
}

type askedTool struct {
	*asked
	name string
}

func (t askedTool) String() string { return t.call(t.name, "list") }
