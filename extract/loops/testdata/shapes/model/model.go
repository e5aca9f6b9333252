// Package model speaks the chat completions protocol by hand.
package model

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type Call struct {
	ID       string   `json:"id"`
	Function Function `json:"function"`
}

type Message struct {
	Role       string `json:"role"`
	Content    string `json:"content"`
	ToolCalls  []Call `json:"tool_calls,omitempty"`
	ToolCallID string `json:"tool_call_id,omitempty"`
}

type response struct {
	Choices []struct {
		Message Message `json:"message"`
	} `json:"choices"`
}

// Ask asks the model.
func Ask(ctx context.Context, history []Message, tools []string) (Message, error) {
	body, err := json.Marshal(map[string]any{"messages": history, "tools": tools})
	if err != nil {
		return Message{}, err
	}
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return Message{}, err
	}
	defer resp.Body.Close()
	var r response
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return Message{}, err
	}
	return r.Choices[0].Message, nil
}

// Tool tells the model of a tool.
type Tool struct {
	Type     string     `json:"type"`
	Function Definition `json:"function"`
}

type Definition struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  any    `json:"parameters"`
}

type request struct {
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools"`
}

// AskWith asks the model and tells it of tools.
func AskWith(ctx context.Context, history []Message, tools []Tool) (Message, error) {
	return ask(request{history, tools})
}

// AskAny asks the model and tells it of tools in any form.
func AskAny(ctx context.Context, history []Message, tools any) (Message, error) {
	return ask(map[string]any{"messages": history, "tools": tools})
}

func ask(req any) (Message, error) {
	body, err := json.Marshal(req)
	if err != nil {
		return Message{}, err
	}
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return Message{}, err
	}
	defer resp.Body.Close()
	var r response
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return Message{}, err
	}
	return r.Choices[0].Message, nil
}
