// Command nobody has a tool that asks somebody. What else its agents wait for, read and look
// at on the way to a tool is no answer of anybody.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"example.com/client"
	"example.com/prompt"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read, "remove": remove}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	fmt.Printf("remove %s? ", path)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	if strings.TrimSpace(line) != "yes" {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}

func do(call model.Call) model.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "no such tool"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

// The answer of the model comes in parts.

type part struct {
	Text  string
	Calls []model.Call
	Err   error
	Done  bool
}

func stream(history []model.Message) <-chan part {
	parts := make(chan part)
	go func() {
		defer close(parts)
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil {
			parts <- part{Err: err}
			return
		}
		parts <- part{Text: answer.Content}
		parts <- part{Calls: answer.ToolCalls, Done: true}
	}()
	return parts
}

func inParts(history []model.Message) {
	for {
		var calls []model.Call
		for p := range stream(history) {
			if p.Err != nil {
				return
			}
			if len(p.Calls) > 0 {
				calls = append(calls, p.Calls...)
			}
			if p.Done {
				break
			}
		}
		if len(calls) == 0 {
			return
		}
		for _, call := range calls {
			history = append(history, do(call))
		}
	}
}

// A server is asked line by line whether it is there.

func lines(r io.Reader) (out []string) {
	for s := bufio.NewScanner(r); s.Scan(); {
		if strings.Contains(s.Text(), "ready") {
			return append(out, s.Text())
		}
	}
	return nil
}

func line(r io.Reader) string {
	text, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

func byLine(history []model.Message) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		resp, err := http.Get("https://state.example")
		if err != nil {
			return
		}
		if len(lines(resp.Body)) == 0 || line(resp.Body) != "go on" {
			continue
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

// A library says whether there is more.

func rows(history []model.Message, list client.Rows) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		if !list.Next() {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

// One may, by its name, ask somebody.
func asker(history []model.Message, list prompt.Asker) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		if !list.Agrees(answer.Content) {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

// What the round itself has begun says that it is done.

func work(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func waits(history []model.Message) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		done := make(chan bool)
		go func() { done <- work(answer.Content) }()
		if !<-done {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	inParts(history)
	byLine(history)
	rows(history, client.Query())
	asker(history, nil)
	waits(history)
}
