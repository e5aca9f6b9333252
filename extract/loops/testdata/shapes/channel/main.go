// Command channel hands calls to a worker, in a struct of its own.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type job struct {
	tool, input string
	done        chan result
}

type result struct {
	call *model.Call
	text string
}

var tools = map[string]func(string) string{
	"read":   read,
	"remove": remove,
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path
}

func work(jobs <-chan job) {
	for j := range jobs {
		if run, ok := tools[j.tool]; ok {
			j.done <- result{text: run(j.input)}
		}
	}
}

func main() {
	jobs := make(chan job)
	go work(jobs)
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			j := job{call.Function.Name, call.Function.Arguments, make(chan result)}
			jobs <- j
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: (<-j.done).text})
		}
	}
}
