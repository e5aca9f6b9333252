// Package acts has the activities of the desk.
package acts

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/sashabaranov/go-openai"
)

// Activities need a client of a model, and the book that is written.
type Activities struct {
	Client *openai.Client
	Book   io.Writer
}

// tools are what the model may ask for.
var tools = []openai.Tool{
	{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "lookup", Description: "Finds an order."}},
	{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: "refund", Description: "Pays an order back."}},
}

// Decide asks the model what to do next.
func (a *Activities) Decide(ctx context.Context, history []openai.ChatCompletionMessage) (openai.ChatCompletionMessage, error) {
	res, err := a.Client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Model: openai.GPT4o, Messages: history, Tools: tools})
	if err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	if len(res.Choices) == 0 {
		return openai.ChatCompletionMessage{}, fmt.Errorf("no answer")
	}
	return res.Choices[0].Message, nil
}

// Order is what the model says of an order.
type Order struct {
	Number string `json:"number"`
}

// ParseOrder reads the arguments of a call.
func ParseOrder(arguments string) (in Order, err error) {
	err = json.Unmarshal([]byte(arguments), &in)
	return in, err
}

// Lookup finds an order.
func (a *Activities) Lookup(ctx context.Context, in Order) (string, error) {
	return "order " + in.Number + ": 20", nil
}

// Refund pays an order back.
//
//agentvet:destructive
func (a *Activities) Refund(ctx context.Context, in Order) (string, error) {
	_, err := fmt.Fprintln(a.Book, "refund", in.Number)
	return "paid back", err
}
