// Command ollama fetches what its model names, and nothing limits what.
package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/ollama/ollama/api"
)

func main() {
	client, err := api.ClientFromEnvironment()
	if err != nil {
		panic(err)
	}
	messages := []api.Message{{Role: "user", Content: "hi"}}
	stream := false
	for i := 0; i < 10; i++ {
		var last api.Message
		err := client.Chat(context.Background(), &api.ChatRequest{Model: "llama", Messages: messages, Stream: &stream, Tools: api.Tools{{Type: "function", Function: api.ToolFunction{Name: "fetch"}}}}, func(r api.ChatResponse) error {
			last = r.Message
			return nil
		})
		if err != nil {
			panic(err)
		}
		messages = append(messages, last)
		if len(last.ToolCalls) == 0 {
			fmt.Println(last.Content)
			return
		}
		for _, call := range last.ToolCalls {
			if call.Function.Name == "fetch" {
				args := call.Function.Arguments.ToMap()
				url, _ := args["url"].(string)
				resp, err := http.Get(url) // DEFECT taint/effect http.Get: any host
				if err != nil {
					continue
				}
				resp.Body.Close()
				messages = append(messages, api.Message{Role: "tool", Content: resp.Status})
			}
		}
	}
}
