// Command assumed asks a model in words, plans by its answer, and has objects that look like tools.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
)

type Info struct{ Name, Description string }

// A Capability is what a plan may use.
type Capability interface {
	Info() Info
	Invoke(ctx context.Context, input map[string]any) (map[string]any, error)
}

type reader struct{}

func (*reader) Info() Info { return Info{Name: "reader", Description: "reads a file"} }

func (*reader) Invoke(_ context.Context, input map[string]any) (map[string]any, error) {
	path, _ := input["path"].(string)
	data, err := os.ReadFile(path)
	return map[string]any{"text": string(data)}, err
}

// A Command is what the person types.
type Command interface {
	Name() string
	Run(ctx context.Context, args string) error
}

type quit struct{}

func (quit) Name() string { return "quit" }

func (quit) Run(context.Context, string) error { os.Exit(0); return nil }

type registry struct{ all map[string]Capability }

func (r *registry) add(c Capability) { r.all[c.Info().Name] = c }

func ask(prompt string) string {
	body, _ := json.Marshal(map[string]any{"model": "m", "messages": []map[string]string{{"role": "user", "content": prompt}}})
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

// plan makes steps of the words of an answer, as far as they are names.
func plan(r *registry, answer string) (steps []string) {
	for word := range strings.FieldsSeq(answer) {
		for name := range r.all {
			if strings.Contains(word, name) {
				steps = append(steps, name)
			}
		}
	}
	return steps
}

func main() {
	r := &registry{all: make(map[string]Capability)}
	r.add(&reader{})
	var c Command = quit{}
	if len(os.Args) > 2 {
		c.Run(context.Background(), c.Name())
	}
	for _, step := range plan(r, ask(os.Args[1])) {
		r.all[step].Invoke(context.Background(), map[string]any{"path": "notes"})
	}
}
