// Package clean sorts mail. It asks before it empties a folder.
package clean

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go"
)

// A Tool is something that the model may do.
type Tool struct {
	Description string
	Run         func(ctx context.Context, args json.RawMessage) (string, error)
}

// Room is a mailbox and the person whose it is.
type Room struct {
	Client  anthropic.Client
	Folders map[string][]string
	Ask     func(question string) bool
}

type folder struct {
	Name string `json:"name"`
}

// Tools are what the model may do, by name.
func (r *Room) Tools() map[string]Tool {
	return map[string]Tool{
		"list_mail":    {"List the mail in a folder.", r.list},
		"empty_folder": {"Delete all mail in a folder.", r.empty},
	}
}

// Sort works until the model is content.
func (r *Room) Sort(ctx context.Context, wish string) (string, error) {
	tools := r.Tools()
	params := anthropic.MessageNewParams{
		Model: "claude", MaxTokens: 1024,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(wish))},
	}
	for name, tool := range tools {
		params.Tools = append(params.Tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: name, Description: anthropic.String(tool.Description),
			InputSchema: anthropic.ToolInputSchemaParam{Properties: map[string]any{"name": map[string]any{"type": "string"}}},
		}})
	}
	for turn := 0; ; turn++ {
		if turn == 10 {
			return "", fmt.Errorf("no end after %d turns", turn)
		}
		message, err := r.Client.Messages.New(ctx, params)
		if err != nil {
			return "", err
		}
		params.Messages = append(params.Messages, message.ToParam())
		var results []anthropic.ContentBlockParamUnion
		text := ""
		for _, block := range message.Content {
			switch block := block.AsAny().(type) {
			case anthropic.TextBlock:
				text += block.Text
			case anthropic.ToolUseBlock:
				tool, ok := tools[block.Name]
				if !ok {
					results = append(results, anthropic.NewToolResultBlock(block.ID, "no such tool", true))
					continue
				}
				out, err := tool.Run(ctx, block.Input)
				if err != nil {
					out = err.Error()
				}
				results = append(results, anthropic.NewToolResultBlock(block.ID, out, err != nil))
			}
		}
		if len(results) == 0 {
			return text, nil
		}
		params.Messages = append(params.Messages, anthropic.NewUserMessage(results...))
	}
}

func (r *Room) list(_ context.Context, args json.RawMessage) (string, error) {
	var f folder
	if err := json.Unmarshal(args, &f); err != nil {
		return "", err
	}
	return fmt.Sprint(r.Folders[f.Name]), nil
}

//agentvet:destructive
func (r *Room) empty(_ context.Context, args json.RawMessage) (string, error) {
	var f folder
	if err := json.Unmarshal(args, &f); err != nil {
		return "", err
	}
	if !r.confirm("empty " + f.Name + "?") {
		return "the answer is no", nil
	}
	return r.clear(f.Name), nil
}

func (r *Room) clear(name string) string {
	delete(r.Folders, name)
	return "gone"
}

//agentvet:human
func (r *Room) confirm(question string) bool { return r.Ask(question) }
