// Package desk holds what both support programs share: the orders, and the steps
// that need no model.
package desk

import (
	"context"
	"errors"
	"fmt"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// Order is what a customer asks about.
type Order struct {
	ID     string `json:"id"`
	Reason string `json:"reason,omitempty"`
}

// Names of the tools that other packages name.
const (
	Find   = "find_" + noun
	Cancel = "cancel_" + noun
	noun   = "order"
)

// FindOrder defines the tool that looks up an order.
func FindOrder(g *genkit.Genkit) ai.Tool {
	return genkit.DefineTool(g, Find, "Looks up an order.",
		func(_ *ai.ToolContext, o Order) (string, error) { return "order " + o.ID + " is open", nil })
}

// Notes are the tools for notes, one for each row.
var Notes = []struct{ Name, Description string }{
	{"read_notes", "Reads the notes on a customer."},
	{"write_note", "Adds a note on a customer."},
}

// DefineNotes defines the tools for notes.
func DefineNotes(g *genkit.Genkit) []ai.ToolRef {
	var refs []ai.ToolRef
	for _, row := range Notes {
		refs = append(refs, genkit.DefineTool(g, row.Name, row.Description,
			func(_ *ai.ToolContext, text string) (string, error) { return "noted: " + text, nil }))
	}
	return refs
}

// Classify is the first step of a conversation.
func Classify(ctx context.Context, question string) (string, error) {
	return genkit.Run(ctx, "classify", func() (string, error) {
		if question == "" {
			return "", errors.New("no question")
		}
		return "about an order", nil
	})
}

// Pay gives the money back.
func Pay(o Order) string { return fmt.Sprintf("refunded %s", o.ID) }
