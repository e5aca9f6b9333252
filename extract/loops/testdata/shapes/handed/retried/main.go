// Command retried asks its model, and runs tools, by a function that runs others again when they
// fail: neither of its rounds is that of an agent.
package main

import (
	"context"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) (string, error){
	"read": func(path string) (string, error) {
		data, err := os.ReadFile(path)
		return string(data), err
	},
}

func retry(do func() error) (err error) {
	for range 3 {
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

func ask(history []model.Message) (answer model.Message, err error) {
	err = retry(func() error {
		answer, err = model.Ask(context.Background(), history, []string{"read"})
		return err
	})
	return answer, err
}

func run(c model.Call) (result string) {
	often(func() (err error) {
		result, err = tools[c.Function.Name](c.Function.Arguments)
		return err
	})
	return result
}

// often passes on what it is handed.
func often(do func() error) { retry(do) }

// save passes on something else.
func save(text string) { often(func() error { return os.WriteFile("last", []byte(text), 0o600) }) }

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 7 {
		answer, err := ask(history)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, c := range answer.ToolCalls {
			result := run(c)
			save(result)
			history = append(history, model.Message{Role: "tool", Content: result})
		}
	}
}
