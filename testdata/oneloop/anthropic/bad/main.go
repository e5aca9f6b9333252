// Command anthropic is a loop over Claude with a shell in it, and nothing limits what.
package main

import (
	"context"
	"encoding/json"
	"os/exec"

	"github.com/anthropics/anthropic-sdk-go"
)

func main() {
	client := anthropic.NewClient()
	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hi"))}
	tools := []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "run", InputSchema: anthropic.ToolInputSchemaParam{Properties: map[string]any{"cmd": map[string]any{"type": "string"}}}}}}
	for { // DEFECT delegation/unbounded main: nothing counts the rounds
		message, err := client.Messages.New(context.TODO(), anthropic.MessageNewParams{Model: "claude", MaxTokens: 1024, Messages: messages, Tools: tools})
		if err != nil {
			panic(err)
		}
		messages = append(messages, message.ToParam())
		results := []anthropic.ContentBlockParamUnion{}
		for _, block := range message.Content {
			switch variant := block.AsAny().(type) {
			case anthropic.ToolUseBlock:
				var response string
				switch block.Name {
				case "run":
					var input struct {
						Cmd string `json:"cmd"`
					}
					if err := json.Unmarshal([]byte(variant.JSON.Input.Raw()), &input); err != nil {
						panic(err)
					}
					out, _ := exec.Command("bash", "-c", input.Cmd).CombinedOutput() // DEFECT taint/effect exec.Command: a shell runs the model's words
					response = string(out)
				}
				results = append(results, anthropic.NewToolResultBlock(block.ID, response, false))
			}
		}
		if len(results) == 0 {
			break
		}
		messages = append(messages, anthropic.NewUserMessage(results...))
	}
}
