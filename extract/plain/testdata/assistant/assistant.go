// Package assistant dispatches with a switch, and asks at the terminal.
package assistant

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

const (
	toolSearch = "search"
	toolDelete = "delete_file"
)

type searchArgs struct {
	Query string `json:"query" sink:"forbid=secret"`
}

func tools() []openai.Tool {
	return []openai.Tool{
		{Type: "function", Function: &openai.FunctionDefinition{Name: toolSearch, Description: "searches"}},
		{Type: "function", Function: &openai.FunctionDefinition{Name: toolDelete, Description: "deletes a file"}},
		{Type: "function", Function: &openai.FunctionDefinition{Name: "rename"}},
	}
}

// refuses asks the other way round.
func refuses(question string) bool {
	fmt.Print(question, " stop? [yes/no] ")
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.ToLower(strings.TrimSpace(line)) == "no"
}

func confirm(question string) bool {
	fmt.Print(question, " [y/N] ")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "y"
}

func ask(ctx context.Context, c *openai.Client, msgs []openai.ChatCompletionMessage) (openai.ChatCompletionMessage, error) {
	resp, err := c.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Model: "gpt", Messages: msgs, Tools: tools()})
	if err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	return resp.Choices[0].Message, nil
}

func Run(ctx context.Context, task string) (string, error) {
	client := openai.NewClient(os.Getenv("KEY"))
	msgs := []openai.ChatCompletionMessage{{Role: "user", Content: task}}
	for turn := 0; turn < 12; turn++ {
		msg, err := ask(ctx, client, msgs)
		if err != nil {
			return "", err
		}
		msgs = append(msgs, msg)
		if len(msg.ToolCalls) == 0 {
			return msg.Content, nil
		}
		for _, call := range msg.ToolCalls {
			out, err := execute(ctx, call)
			if err != nil {
				out = "error: " + err.Error()
			}
			msgs = append(msgs, openai.ChatCompletionMessage{Role: "tool", Content: out, ToolCallID: call.ID})
		}
	}
	return "", errors.New("too many turns")
}

func execute(ctx context.Context, call openai.ToolCall) (string, error) {
	switch name := call.Function.Name; name {
	case toolSearch:
		var args searchArgs
		if err := json.Unmarshal([]byte(call.Function.Arguments), &args); err != nil {
			return "", err
		}
		return search(ctx, args)
	case toolDelete:
		if !confirm("delete " + call.Function.Arguments + "?") {
			return "the user said no", nil
		}
		return "", os.Remove(call.Function.Arguments)
	case "copy":
		if confirm("copy?") { // the wrong way round
			return "the user said no", nil
		}
		return "", os.Link(call.Function.Arguments, "copy")
	case "link":
		if refuses("link?") {
			return "the user said no", nil
		}
		return "", os.Symlink(call.Function.Arguments, "link")
	case "chmod":
		if !refuses("chmod?") { // the wrong way round
			return "", nil
		}
		return "", os.Chmod(call.Function.Arguments, 0o600)
	case "truncate":
		fmt.Print("Which file? ")
		if line, _ := bufio.NewReader(os.Stdin).ReadString('\n'); line != call.Function.Arguments {
			return "that is another file", nil
		}
		return "", os.Truncate(call.Function.Arguments, 0)
	case "rename", "move":
		confirm("whatever you say")
		return rename(call.Function.Arguments)
	default:
		return "", fmt.Errorf("unknown tool %q", name)
	}
}

func search(ctx context.Context, args searchArgs) (string, error) { return args.Query, nil }

func rename(args string) (string, error) { return "", os.Rename(args, args) }
