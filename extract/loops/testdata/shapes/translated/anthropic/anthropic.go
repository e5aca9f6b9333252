// Package anthropic stands for the one of the vendor.
package anthropic

import "context"

type Field struct{ raw string }

func (f Field) Raw() string { return f.raw }

type ContentBlockUnion struct {
	ID, Name string
	Input    []byte
	JSON     struct{ ID, Name, Input Field }
}

type Message struct{ Content []ContentBlockUnion }

type ToolResultBlockParam struct{ ToolUseID, Content string }

type MessageParam struct{ Content []ToolResultBlockParam }

type MessageNewParams struct{ Messages []MessageParam }

type MessageService struct{}

func (*MessageService) New(ctx context.Context, p MessageNewParams) (*Message, error) {
	return &Message{}, nil
}

type Client struct{ Messages MessageService }

// A Live is a talk of which each side says something whenever it likes.
type Live struct{}

func (*Live) Events() <-chan *Message { return nil }

func (*Live) Words() <-chan string { return nil }

func (*Live) Reply(r ToolResultBlockParam) {}
