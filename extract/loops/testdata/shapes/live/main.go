// Command live hears what a model says whenever it does, and replies: what comes next is what the model makes of that, and no event
// from outside.
package main

import (
	"context"
	"os"

	"github.com/anthropics/anthropic-sdk-go"
)

func main() {
	var client anthropic.Client
	live := new(anthropic.Live)
	talk(context.Background(), &client, live)
	hear(context.Background(), &client, live)
}

// hear is like talk, by words.
func hear(ctx context.Context, client *anthropic.Client, live *anthropic.Live) {
	for range live.Words() {
		m, err := client.Messages.New(ctx, anthropic.MessageNewParams{})
		if err != nil {
			return
		}
		for _, block := range m.Content {
			switch block.Name {
			case "list":
				entries, _ := os.ReadDir(string(block.Input))
				live.Reply(anthropic.ToolResultBlockParam{ToolUseID: block.ID, Content: entries[0].Name()})
			}
		}
	}
}

func talk(ctx context.Context, client *anthropic.Client, live *anthropic.Live) {
	for {
		select {
		case <-ctx.Done():
			return
		case said := <-live.Events():
			m, err := client.Messages.New(ctx, anthropic.MessageNewParams{Messages: messages(said)})
			if err != nil {
				return
			}
			for _, block := range m.Content {
				switch block.Name {
				case "read":
					data, _ := os.ReadFile(string(block.Input))
					live.Reply(anthropic.ToolResultBlockParam{ToolUseID: block.ID, Content: string(data)})
				}
			}
		}
	}
}

func messages(said *anthropic.Message) []anthropic.MessageParam {
	return make([]anthropic.MessageParam, len(said.Content))
}
