// Command events answers messages. For each it asks twice, and goes round for the next one.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read}

func main() {
	messages := make(chan string)
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			messages <- lines.Text()
		}
		close(messages)
	}()
	for m := range messages {
		fmt.Println(answer(m))
	}
}

func answer(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return m.Content
	}
	call := m.ToolCalls[0]
	if run := tools[call.Function.Name]; run != nil {
		history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
	}
	m, _ = model.Ask(context.Background(), history, nil)
	return m.Content
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
