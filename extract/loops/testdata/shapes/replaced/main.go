// Command replaced has objects for all tools that it offers, and runs other code for some of them.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

type tool interface {
	Definition() model.Definition
	Call(args string) string
}

type reading struct{}

func (reading) Definition() model.Definition {
	return model.Definition{Name: "read", Description: "reads a file"}
}

func (reading) Call(args string) string {
	data, _ := os.ReadFile(args)
	return string(data)
}

type recalling struct{}

func (recalling) Definition() model.Definition {
	return model.Definition{Name: "recall", Description: "says what was said"}
}

func (recalling) Call(string) string { panic("the loop recalls") }

type loading struct{}

func (loading) Definition() model.Definition {
	return model.Definition{Name: "load", Description: "loads a skill"}
}

func (loading) Call(string) string { panic("the loop loads") }

var tools = map[string]tool{}

func main() {
	for _, t := range []tool{reading{}, recalling{}, loading{}} {
		tools[t.Definition().Name] = t
	}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	if len(os.Args) > 2 {
		noted(history)
		return
	}
	replaced(history)
}

func ask(history []model.Message) []model.Call {
	var offered []model.Tool
	for _, t := range tools {
		offered = append(offered, model.Tool{Type: "function", Function: t.Definition()})
	}
	answer, err := model.AskWith(context.Background(), history, offered)
	if err != nil {
		return nil
	}
	return answer.ToolCalls
}

// For two of the names other code runs. One is understood, and of the other one it is not known
// who is asked.
func replaced(history []model.Message) {
	for {
		calls := ask(history)
		if len(calls) == 0 {
			return
		}
		for _, call := range calls {
			if call.Function.Name == "load" {
				if !allowed(call.Function.Name) {
					refuse(&history, call)
					continue
				}
				load(&history, call)
				continue
			}
			out := ""
			if recalls(call.Function.Name) {
				out = recall(history, call)
			} else {
				out = run(call)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
		}
	}
}

func recalls(name string) bool {
	switch name {
	case "recall":
		return true
	}
	return false
}

func recall(history []model.Message, call model.Call) string {
	var in map[string]any
	json.Unmarshal([]byte(call.Function.Arguments), &in)
	switch call.Function.Name {
	case "recall":
		return said(history, textOf(in, "role"))
	}
	return "no such tool"
}

func textOf(in map[string]any, key string) string {
	text, _ := in[key].(string)
	return text
}

func said(history []model.Message, role string) string {
	out := role + " said: "
	for _, m := range history {
		if m.Role == role {
			out += m.Content
		}
	}
	return out
}

func load(history *[]model.Message, call model.Call) {
	data, _ := os.ReadFile(call.Function.Arguments)
	*history = append(*history, model.Message{Role: "tool", ToolCallID: call.ID, Content: string(data)})
}

func refuse(history *[]model.Message, call model.Call) {
	*history = append(*history, model.Message{Role: "tool", ToolCallID: call.ID, Content: "denied: " + call.Function.Arguments})
}

func allowed(what string) bool {
	fmt.Printf("%s? ", what)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}

// The objects run, whatever else is done for a name.
func noted(history []model.Message) {
	loads := 0
	for {
		calls := ask(history)
		if len(calls) == 0 {
			return
		}
		for _, call := range calls {
			if call.Function.Name == "load" {
				loads += note(call)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call)})
		}
		fmt.Println(loads)
	}
}

func note(call model.Call) int {
	fmt.Println("loads", call.Function.Arguments)
	return 1
}

func run(call model.Call) string {
	t, ok := tools[call.Function.Name]
	if !ok {
		return "no such tool"
	}
	return t.Call(call.Function.Arguments)
}
