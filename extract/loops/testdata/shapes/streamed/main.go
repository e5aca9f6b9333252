// Command streamed puts the calls together from parts, as they come.
package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

type delta struct {
	ToolCalls []struct {
		Index    int            `json:"index"`
		Function model.Function `json:"function"`
	} `json:"tool_calls"`
}

type pending struct {
	name string
	args strings.Builder
}

func ask(history []model.Message) (calls []*pending) {
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", nil)
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		var d delta
		if json.Unmarshal(lines.Bytes(), &d) != nil {
			return calls
		}
		for _, part := range d.ToolCalls {
			for len(calls) <= part.Index {
				calls = append(calls, new(pending))
			}
			calls[part.Index].name += part.Function.Name
			calls[part.Index].args.WriteString(part.Function.Arguments)
		}
	}
	return calls
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		calls := ask(history)
		if len(calls) == 0 {
			return
		}
		for _, c := range calls {
			if c.name == "read" {
				history = append(history, model.Message{Role: "tool", Content: read(c.args.String())})
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
