// Package desk is what a support desk knows and does: its prompts, its tools and
// the steps of a conversation. How they hang together is the business of the
// packages beside it.
package desk

import (
	"context"
	"fmt"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/published/internal/toolkit"
)

// A Case is one message of a customer, and what has become of it.
type Case struct {
	Customer, Message string
	Intent            string // faq, order or complaint
	Facts             []string
	Reply             string
}

// A Desk answers customers.
type Desk struct {
	Model       llms.Model
	FAQ, Orders tools.Tool
}

// New opens a desk with the tools of the shop.
func New(model llms.Model) *Desk {
	return &Desk{
		Model:  model,
		FAQ:    toolkit.New("search_faq", "Search the answers to common questions.", searchFAQ),
		Orders: toolkit.New("query_orders_db", "Look up the orders of a customer.", queryOrders),
	}
}

type faqQuery struct {
	Words string `json:"words"`
}

var answers = map[string]string{
	"return":   "Goods can be returned within 30 days, with the invoice.",
	"shipping": "We ship within two working days; it costs nothing above 50 euros.",
	"warranty": "The warranty is two years.",
}

func searchFAQ(_ context.Context, q faqQuery) (string, error) {
	for _, word := range strings.Fields(strings.ToLower(q.Words)) {
		if text, ok := answers[strings.Trim(word, "?.,!")]; ok {
			return text, nil
		}
	}
	return "Nothing found.", nil
}

type orderQuery struct {
	Customer string `json:"customer"`
	Limit    int    `json:"limit"`
}

func queryOrders(_ context.Context, q orderQuery) (string, error) {
	if q.Limit < 1 || q.Limit > 20 {
		return "", fmt.Errorf("limit %d is not between 1 and 20", q.Limit)
	}
	return fmt.Sprintf("%s: 1 espresso machine, shipped yesterday", q.Customer), nil
}

const classifyPrompt = `You sort the mail of a shop. Answer with one word: faq for a general question,
order for a question about an order, complaint if the customer is angry.

%s`

// Classify asks the model what the customer wants.
func (d *Desk) Classify(ctx context.Context, c Case) (Case, error) {
	word, err := llms.GenerateFromSinglePrompt(ctx, d.Model, fmt.Sprintf(classifyPrompt, c.Message))
	if err != nil {
		return c, err
	}
	c.Intent = strings.ToLower(strings.TrimSpace(word))
	return c, nil
}

// LookupFAQ finds the answer to a common question.
func (d *Desk) LookupFAQ(ctx context.Context, c Case) (Case, error) {
	text, err := toolkit.Call(ctx, d.FAQ, faqQuery{Words: c.Message})
	c.Facts = append(c.Facts, text)
	return c, err
}

// OrderStatus finds the customer's orders.
func (d *Desk) OrderStatus(ctx context.Context, c Case) (Case, error) {
	text, err := toolkit.Call(ctx, d.Orders, orderQuery{Customer: c.Customer, Limit: 5})
	c.Facts = append(c.Facts, text)
	return c, err
}

// Converse lets a model think about what no rule covers.
func (d *Desk) Converse(ctx context.Context, c Case) (Case, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.Model,
		"You are a patient support agent. Note in two sentences what this customer needs: "+c.Message)
	c.Facts = append(c.Facts, text)
	return c, err
}

// Escalate hands the case to a colleague and waits for what they say.
func (d *Desk) Escalate(ctx context.Context, c Case) (Case, error) {
	note, err := graph.Interrupt(ctx, fmt.Sprintf("%s complains: %s", c.Customer, c.Message))
	if err != nil {
		return c, err
	}
	c.Facts = append(c.Facts, fmt.Sprintf("A colleague promises: %v", note))
	return c, nil
}

// Respond writes the answer.
func (d *Desk) Respond(ctx context.Context, c Case) (Case, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.Model,
		fmt.Sprintf("Answer %s in a friendly way.\nMessage: %s\nFacts: %s", c.Customer, c.Message, strings.Join(c.Facts, " ")))
	c.Reply = text
	return c, err
}

// Normalize brings the model's word into the desk's own vocabulary.
func (d *Desk) Normalize(_ context.Context, c Case) (Case, error) {
	c.Intent = strings.TrimRight(strings.TrimPrefix(c.Intent, "intent: "), ".")
	return c, nil
}
