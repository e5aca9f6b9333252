// Command goopenai has a tool whose effect the program decides.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	openai "github.com/sashabaranov/go-openai"
)

func main() {
	client := openai.NewClient(os.Getenv("OPENAI_API_KEY"))
	root, err := os.OpenRoot("notes")
	if err != nil {
		return
	}
	dialogue := []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: "hi"}}
	tools := []openai.Tool{{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "read_file"}}, {Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "delete_file"}}}
	for range 10 { //agentvet:ignore structure/human-gate the notes are its own
		resp, err := client.CreateChatCompletion(context.Background(), openai.ChatCompletionRequest{Model: openai.GPT4o, Messages: dialogue, Tools: tools})
		if err != nil {
			return
		}
		msg := resp.Choices[0].Message
		dialogue = append(dialogue, msg)
		if len(msg.ToolCalls) == 0 {
			fmt.Println(msg.Content)
			break
		}
		for _, tc := range msg.ToolCalls {
			var args map[string]any
			json.Unmarshal([]byte(tc.Function.Arguments), &args)
			var result string
			switch tc.Function.Name {
			case "read_file":
				data, err := root.ReadFile(args["path"].(string))
				if err == nil {
					result = string(data)
				}
			case "delete_file":
				root.Remove(args["path"].(string))
			}
			dialogue = append(dialogue, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, Content: result, ToolCallID: tc.ID})
		}
	}
}
