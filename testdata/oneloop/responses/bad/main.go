// Command responses runs what its model says, by the Responses API, and nothing limits what.
package main

import (
	"context"
	"encoding/json"
	"os/exec"

	"github.com/openai/openai-go"
	"github.com/openai/openai-go/responses"
)

func main() {
	client := openai.NewClient()
	params := responses.ResponseNewParams{Model: "gpt-4o", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("hi")},
		Tools: []responses.ToolUnionParam{{OfFunction: &responses.FunctionToolParam{Name: "run"}}}}
	for i := 0; i < 5; i++ {
		resp, err := client.Responses.New(context.Background(), params)
		if err != nil {
			panic(err)
		}
		done := true
		var items responses.ResponseInputParam
		for _, item := range resp.Output {
			if item.Type == "function_call" {
				done = false
				if item.Name == "run" {
					var in struct{ Cmd string }
					json.Unmarshal([]byte(item.Arguments), &in)
					out, _ := exec.Command("sh", "-c", in.Cmd).Output() // DEFECT taint/effect exec.Command: a shell runs the model's words
					items = append(items, responses.ResponseInputItemParamOfFunctionCallOutput(item.CallID, string(out)))
				}
			}
		}
		if done {
			return
		}
		params.PreviousResponseID = openai.String(resp.ID)
		params.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: items}
	}
}
