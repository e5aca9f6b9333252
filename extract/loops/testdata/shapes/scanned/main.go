// Command scanned reads lines in three ways: what a person writes, what the model answers, and the arguments
// of a tool. Only the first one asks somebody, though a person may type what a tool does, too.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

type response struct {
	Choices []struct {
		Message model.Message `json:"message"`
	} `json:"choices"`
}

func ask(history []model.Message) (r response, err error) {
	body, err := json.Marshal(map[string]any{"model": "m", "messages": history})
	if err != nil {
		return r, err
	}
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// apply goes by the lines of its argument.
func apply(patch string) (string, error) {
	lines := bufio.NewScanner(strings.NewReader(patch))
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "--- ") {
		return "", errors.New("no patch")
	}
	return "done", os.Remove(strings.TrimPrefix(lines.Text(), "--- "))
}

// remove asks.
func remove(path string) (string, error) {
	fmt.Printf("remove %s? ", path)
	lines := bufio.NewScanner(os.Stdin)
	if !lines.Scan() || lines.Text() != "yes" {
		return "", errors.New("refused")
	}
	return "done", os.Remove(path)
}

var tools = map[string]func(string) (string, error){"apply": apply, "remove": remove}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	if patch, ok := strings.CutPrefix(lines.Text(), "!"); ok {
		apply(patch)
		return
	}
	history := []model.Message{{Role: "user", Content: lines.Text()}}
	for {
		r, err := ask(history)
		if err != nil || len(r.Choices) == 0 {
			return
		}
		answer := r.Choices[0].Message
		if len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			if run, ok := tools[call.Function.Name]; ok {
				text, err := run(call.Function.Arguments)
				if err != nil {
					text = err.Error()
				}
				history = append(history, model.Message{Role: "tool", Content: text, ToolCallID: call.ID})
			}
		}
	}
}
