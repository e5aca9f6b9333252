// Command byhand has a tool whose effect the program decides.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
)

type message struct {
	Role      string     `json:"role"`
	Content   string     `json:"content"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
	ToolID    string     `json:"tool_call_id,omitempty"`
}
type toolCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func main() {
	msgs := []message{{Role: "user", Content: os.Args[1]}}
	for range 10 {
		body, _ := json.Marshal(map[string]any{"model": "gpt-4o", "messages": msgs, "tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "bash", "description": "runs"}}}})
		resp, err := http.Post("https://api.openai.com/v1/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		var r struct {
			Choices []struct {
				Message message `json:"message"`
			} `json:"choices"`
		}
		json.NewDecoder(resp.Body).Decode(&r)
		m := r.Choices[0].Message
		msgs = append(msgs, m)
		if len(m.ToolCalls) == 0 {
			fmt.Println(m.Content)
			return
		}
		for _, tc := range m.ToolCalls {
			if tc.Function.Name != "bash" {
				continue
			}
			var a struct {
				Command string `json:"command"`
			}
			json.Unmarshal([]byte(tc.Function.Arguments), &a)
			fmt.Printf("run %q? [y/n] ", a.Command)
			var answer string
			if fmt.Scanln(&answer); answer != "y" {
				continue
			}
			out, _ := exec.Command("bash", "-c", a.Command).CombinedOutput()
			msgs = append(msgs, message{Role: "tool", Content: string(out), ToolID: tc.ID})
		}
	}
}
