// Package client is a model's client of which there are no rows: a fork of one that has some.
package client

import (
	"context"
	"iter"
)

type Function struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments,omitempty"`
}

type ToolCall struct {
	ID       string   `json:"id,omitempty"`
	Type     string   `json:"type"`
	Function Function `json:"function"`
}

type Definition struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Parameters  any    `json:"parameters"`
}

type Tool struct {
	Type     string      `json:"type"`
	Function *Definition `json:"function,omitempty"`
}

type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type Request struct {
	Model    string    `json:"model"`
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"`
}

type Client struct{}

// A Chat is asked later: to make one asks nothing.
type Chat struct{}

func (c *Client) NewChat(ctx context.Context, req Request) (*Chat, error) { return new(Chat), nil }

func (c *Chat) Send(ctx context.Context, text string) (Message, error) { return Message{}, nil }

type Stream struct{}

func (c *Client) CreateStream(ctx context.Context, req Request) (*Stream, error) {
	return new(Stream), nil
}

func (s *Stream) Recv() (Message, error) { return Message{}, nil }

// Each answers part by part.
func (c *Client) Each(ctx context.Context, req Request) iter.Seq2[Message, error] { return nil }

// Keys are those that somebody presses.
func Keys() iter.Seq[string] { return nil }

// Rows are what a question to a database gives.
type Rows interface{ Next() bool }

func Query() Rows { return nil }
