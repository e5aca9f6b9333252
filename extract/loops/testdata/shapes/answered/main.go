// Command answered has agents that send an event for each call and wait for an answer, while
// those who get the events wait for the agents. One of them says yes to all, the other one asks.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

type event struct {
	text string
	asks *question
}

type question struct {
	tool   string
	answer chan bool
}

// What the other one gets.

type word struct {
	text string
	asks *request
}

type request struct {
	tool   string
	answer chan bool
}

var tools = map[string]func(string) string{"remove": remove}

func remove(path string) string {
	os.Remove(path)
	return path
}

// Willing agrees to everything.

func willing(prompt string, again chan string) {
	events := make(chan event)
	go runWilling(prompt, events)
	for e := range events {
		if e.asks != nil {
			if e.text != "" {
				again <- e.text
			}
			e.asks.answer <- true
		}
	}
}

func runWilling(prompt string, events chan event) {
	history := []model.Message{{Role: "user", Content: prompt}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			close(events)
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, callWilling(call, events))
		}
	}
}

func callWilling(call model.Call, events chan event) model.Message {
	back := make(chan bool)
	events <- event{call.Function.Name, &question{call.Function.Name, back}}
	if !<-back {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "denied"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: tools[call.Function.Name](call.Function.Arguments)}
}

// Careful asks at the terminal.

func careful(prompt string) {
	words := make(chan word)
	go runCareful(prompt, words)
	in := bufio.NewReader(os.Stdin)
	for e := range words {
		if e.asks != nil {
			fmt.Printf("run %s? ", e.asks.tool)
			line, _ := in.ReadString('\n')
			e.asks.answer <- strings.TrimSpace(line) == "yes"
		}
	}
}

func runCareful(prompt string, words chan word) {
	history := []model.Message{{Role: "user", Content: prompt}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			close(words)
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, callCareful(call, words))
		}
	}
}

func callCareful(call model.Call, words chan word) model.Message {
	back := make(chan bool)
	words <- word{call.Function.Name, &request{call.Function.Name, back}}
	if !<-back {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "denied"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: tools[call.Function.Name](call.Function.Arguments)}
}

// First and second wait for each other: what one is told hangs on what the other one was told.

func first(in, out chan bool) {
	for told := range in {
		out <- told
	}
}

func second(in, out chan bool) {
	for told := range in {
		out <- told
	}
}

func mutual(prompt string) {
	a, b := make(chan bool), make(chan bool)
	go first(a, b)
	go second(b, a)
	history := []model.Message{{Role: "user", Content: prompt}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			a <- true
			if !<-b {
				continue
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: tools[call.Function.Name](call.Function.Arguments)})
		}
	}
}

func main() {
	again := make(chan string, 1)
	willing(os.Args[1], again)
	careful(os.Args[1])
	mutual(os.Args[1])
}
