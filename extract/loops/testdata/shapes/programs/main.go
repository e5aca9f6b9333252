// Command programs runs the programs that a file names, and counts them.
package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"

	"shapes/model"
)

type spec struct {
	Name    string
	Command []string
}

func load(file string) map[string]spec {
	data, _ := os.ReadFile(file)
	var list []spec
	json.Unmarshal(data, &list)
	byName := make(map[string]spec)
	for _, s := range list {
		byName[s.Name] = s
	}
	return byName
}

func main() {
	specs := load(os.Args[1])
	history := []model.Message{{Role: "user", Content: os.Args[2]}}
	for range 8 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		results := make(chan model.Message, len(answer.ToolCalls))
		for _, call := range answer.ToolCalls {
			s, ok := specs[call.Function.Name]
			if !ok {
				continue
			}
			note(s, call)
			go func(s spec, call model.Call) {
				results <- model.Message{Role: "tool", ToolCallID: call.ID, Content: run(s, call.Function.Arguments)}
			}(s, call)
		}
		history = append(history, <-results)
	}
}

func note(s spec, call model.Call) { println(s.Name, len(call.Function.Arguments)) }

func run(s spec, args string) string { return text(start(s.Command, args)) }

func start(command []string, args string) ([]byte, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(args)
	return cmd.CombinedOutput()
}

func text(out []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(out)
}
