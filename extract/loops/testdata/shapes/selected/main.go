// Command selected answers messages and ticks of a clock, each with a question or two. What asks in the background, and waits for
// the answer until somebody has enough, is an agent like others.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"time"

	"shapes/model"
)

var (
	tools    = map[string]func(string) string{"read": read}
	searches = map[string]func(string) string{"search": search}
)

func main() {
	ctx, stop := context.WithCancel(context.Background())
	messages := make(chan string)
	go func() {
		defer stop()
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			messages <- lines.Text()
		}
	}()
	ticker := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			fmt.Println(research(context.Background()))
			return
		case m := <-messages:
			fmt.Println(answer(m))
		case t := <-ticker.C:
			fmt.Println(answer("It is " + t.String()))
		}
	}
}

func answer(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return m.Content
	}
	history = append(history, run(m)...)
	m, _ = model.Ask(context.Background(), history, nil)
	return m.Content
}

// research goes on until the model calls nothing more.
func research(ctx context.Context) string {
	history := []model.Message{{Role: "user", Content: "Sum up."}}
	for {
		select {
		case <-ctx.Done():
			return ""
		case m := <-start(ctx, history):
			if len(m.ToolCalls) == 0 {
				return m.Content
			}
			for _, call := range m.ToolCalls {
				if run := searches[call.Function.Name]; run != nil {
					history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
				}
			}
		}
	}
}

func start(ctx context.Context, history []model.Message) <-chan model.Message {
	out := make(chan model.Message, 1)
	go func() {
		m, _ := model.Ask(ctx, history, nil)
		out <- m
	}()
	return out
}

func run(m model.Message) (results []model.Message) {
	for _, call := range m.ToolCalls {
		if run := tools[call.Function.Name]; run != nil {
			results = append(results, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
		}
	}
	return results
}

func search(name string) string {
	text, _ := os.Readlink(name)
	return text
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
