// Command lookslike asks a model to summarise, and has commands of the person who uses it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
)

// A Command is what the person types.
type Command interface {
	Name() string
	Run(ctx context.Context, args string) error
}

type remove struct{}

func (remove) Name() string { return "remove" }

func (remove) Run(_ context.Context, args string) error { return os.Remove(args) }

func summarise(text string) string {
	body, _ := json.Marshal(map[string]any{"model": "m", "messages": []map[string]string{{"role": "user", "content": text}}})
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	var r struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	json.NewDecoder(resp.Body).Decode(&r)
	return r.Choices[0].Message.Content
}

func main() {
	for _, c := range []Command{remove{}} {
		if c.Name() == os.Args[1] {
			c.Run(context.Background(), os.Args[2])
		}
	}
	os.Stdout.WriteString(summarise(os.Args[1]))
}
