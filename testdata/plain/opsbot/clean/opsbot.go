// Package clean is an on-call helper. What it does to a service waits for a
// person.
package clean

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// MaxTurns is the number of answers after which the helper gives up.
const MaxTurns = 8

// Bot helps the person on call.
type Bot struct {
	Client *openai.Client
	Answer io.Reader         // where the person answers
	Done   map[string]string // what was done to which service
}

type service struct {
	Name string `json:"name" sink:"forbid=untrusted"`
}

var tools = []openai.Tool{
	function("read_status", "Read the status of a service."),
	function("restart_service", "Restart all replicas of a service."),
	function("prune_logs", "Delete the logs of a service."),
}

func function(name, description string) openai.Tool {
	return openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
		Name: name, Description: description,
		Parameters: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}}}`),
	}}
}

// Run works on an alarm until the model has nothing more to do.
func (b *Bot) Run(ctx context.Context, alarm string) (string, error) {
	msgs := []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: alarm}}
	for range MaxTurns {
		resp, err := b.Client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
			Model: openai.GPT4o, Messages: msgs, Tools: tools,
		})
		if err != nil {
			return "", err
		}
		msg := resp.Choices[0].Message
		msgs = append(msgs, msg)
		if len(msg.ToolCalls) == 0 {
			return msg.Content, nil
		}
		for _, call := range msg.ToolCalls {
			out, err := b.dispatch(call)
			if err != nil {
				out = "error: " + err.Error()
			}
			msgs = append(msgs, openai.ChatCompletionMessage{
				Role: openai.ChatMessageRoleTool, ToolCallID: call.ID, Content: out,
			})
		}
	}
	return "", errors.New("too many turns")
}

func (b *Bot) dispatch(call openai.ToolCall) (string, error) {
	var s service
	if err := json.Unmarshal([]byte(call.Function.Arguments), &s); err != nil {
		return "", err
	}
	switch call.Function.Name {
	case "read_status":
		return b.status(s), nil
	case "restart_service":
		if !b.confirm("restart " + s.Name + "?") {
			return "", errors.New("the person on call said no")
		}
		return b.restart(s), nil
	case "prune_logs":
		if !b.confirm("delete the logs of " + s.Name + "?") {
			return "", errors.New("the person on call said no")
		}
		return b.prune(s), nil
	}
	return "", fmt.Errorf("there is no tool %q", call.Function.Name)
}

func (b *Bot) status(s service) string { return s.Name + ": " + b.Done[s.Name] }

//agentvet:destructive
func (b *Bot) restart(s service) string {
	b.Done[s.Name] = "restarted"
	return "restarted"
}

//agentvet:destructive
func (b *Bot) prune(s service) string {
	b.Done[s.Name] = "pruned"
	return "pruned"
}

// confirm asks the person on call.
//
//agentvet:human
func (b *Bot) confirm(question string) bool {
	fmt.Println(question)
	line, err := bufio.NewReader(b.Answer).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}
