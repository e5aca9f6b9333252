// Command openai has a tool whose effect the program decides.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"

	"github.com/openai/openai-go/v3"
)

func main() {
	client := openai.NewClient()
	params := openai.ChatCompletionNewParams{
		Model:    "gpt-4o",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hi")},
	}
	for i := 0; i < 5; i++ {
		resp, err := client.Chat.Completions.New(context.Background(), params)
		if err != nil {
			panic(err)
		}
		calls := resp.Choices[0].Message.ToolCalls
		if len(calls) == 0 {
			fmt.Println(resp.Choices[0].Message.Content)
			return
		}
		params.Messages = append(params.Messages, resp.Choices[0].Message.ToParam())
		for _, call := range calls {
			if call.Function.Name == "run" {
				var in struct{ Cmd string }
				json.Unmarshal([]byte(call.Function.Arguments), &in)
				if in.Cmd != "uptime" && in.Cmd != "date" {
					continue
				}
				out, _ := exec.Command(in.Cmd).Output()
				params.Messages = append(params.Messages, openai.ToolMessage(string(out), call.ID))
			}
		}
	}
}
