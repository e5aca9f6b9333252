// Command eager asks again when the question has failed, and runs calls as soon as it has them: this
// is no round of the agent. It shows calls by their names, too, and a command of its user asks the
// model for something else and shows them again.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) string{
	"read":   func(path string) string { data, _ := os.ReadFile(path); return string(data) },
	"remove": func(path string) string { os.Remove(path); return "done" },
}

var cards = map[string]func(string) string{
	"read":   func(path string) string { return "reads " + path },
	"remove": func(path string) string { return "removes " + path },
}

type desk struct{ history []model.Message }

func (d *desk) run() {
	for range 6 {
		var results []model.Message
		var err error
		for range 3 {
			if results, err = d.round(); err != nil {
				continue
			}
			break
		}
		if err != nil || len(results) == 0 {
			return
		}
		d.history = append(d.history, results...)
	}
}

func (d *desk) round() (results []model.Message, err error) {
	answer, err := model.Ask(context.Background(), d.history, nil)
	for _, c := range answer.ToolCalls {
		results = append(results, model.Message{Role: "tool", Content: tools[c.Function.Name](c.Function.Arguments)})
	}
	return results, err
}

func (d *desk) show() {
	for _, m := range d.history {
		for _, c := range m.ToolCalls {
			fmt.Println(cards[c.Function.Name](c.Function.Arguments))
		}
	}
}

// compact asks for a summary.
func (d *desk) compact() {
	answer, err := model.Ask(context.Background(), d.history, nil)
	if err == nil {
		d.show()
		d.history = []model.Message{{Role: "user", Content: answer.Content}}
	}
}

func main() {
	d := new(desk)
	for {
		var text string
		fmt.Scanln(&text)
		if text == "/compact" {
			d.compact()
			continue
		}
		d.history = append(d.history, model.Message{Role: "user", Content: text})
		d.run()
	}
}
