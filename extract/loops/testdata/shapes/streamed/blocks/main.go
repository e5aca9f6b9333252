// Command blocks reads a stream of Anthropic's into types that have no names: one for the beginning
// of a call, with its name, and one for parts of its arguments.
package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

type call struct {
	id, name string
	input    strings.Builder
}

func ask(history []model.Message) (calls []*call) {
	resp, err := http.Post("https://model.example/v1/messages", "application/json", nil)
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		var begins struct {
			ContentBlock struct {
				Type string `json:"type"`
				ID   string `json:"id"`
				Name string `json:"name"`
			} `json:"content_block"`
		}
		if json.Unmarshal(lines.Bytes(), &begins) == nil && begins.ContentBlock.Type == "tool_use" {
			calls = append(calls, &call{id: begins.ContentBlock.ID, name: begins.ContentBlock.Name})
			continue
		}
		var goesOn struct {
			Delta struct {
				PartialJSON string `json:"partial_json"`
			} `json:"delta"`
		}
		if json.Unmarshal(lines.Bytes(), &goesOn) == nil && len(calls) > 0 {
			calls[len(calls)-1].input.WriteString(goesOn.Delta.PartialJSON)
		}
	}
	return calls
}

var tools = map[string]func(string) string{"read": read, "remove": remove}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 6 {
		calls := ask(history)
		if len(calls) == 0 {
			return
		}
		for _, c := range calls {
			if run := tools[c.name]; run != nil {
				history = append(history, model.Message{Role: "tool", ToolCallID: c.id, Content: run(c.input.String())})
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return "done"
}
