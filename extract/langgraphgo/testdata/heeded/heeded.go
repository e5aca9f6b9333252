// Package heeded has tools that stop the run to ask, and what they make of the answer.
package heeded

import (
	"context"
	"errors"
	"os"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// yes runs after the one word that agrees.
type yes struct{}

func (yes) Name() string        { return "yes" }
func (yes) Description() string { return "Empties the cache." }

func (yes) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	if answer != "yes" {
		return "no", nil
	}
	return "gone", os.RemoveAll("cache")
}

// truth runs after a true.
type truth struct{}

func (truth) Name() string        { return "truth" }
func (truth) Description() string { return "Empties the cache." }

func (truth) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	if ok, _ := answer.(bool); !ok {
		return "no", nil
	}
	return "gone", os.RemoveAll("cache")
}

// entry runs where an entry says so.
type entry struct{}

func (entry) Name() string        { return "entry" }
func (entry) Description() string { return "Empties the cache." }

func (entry) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	m, _ := answer.(map[string]any)
	if ok, _ := m["approved"].(bool); !ok {
		return "no", nil
	}
	return "gone", os.RemoveAll("cache")
}

// remarks takes a no for a remark.
type remarks struct{}

func (remarks) Name() string        { return "remarks" }
func (remarks) Description() string { return "Empties the cache." }

func (remarks) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	if answer == "no" {
		println("refused")
	}
	return "gone", os.RemoveAll("cache")
}

// inverted runs after a false.
type inverted struct{}

func (inverted) Name() string        { return "inverted" }
func (inverted) Description() string { return "Empties the cache." }

func (inverted) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	if ok, _ := answer.(bool); ok {
		return "no", nil
	}
	return "gone", os.RemoveAll("cache")
}

// entryLogged only says that it was declined.
type entryLogged struct{}

func (entryLogged) Name() string        { return "entryLogged" }
func (entryLogged) Description() string { return "Empties the cache." }

func (entryLogged) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	m, _ := answer.(map[string]any)
	if ok, _ := m["approved"].(bool); !ok {
		println("declined")
	}
	return "gone", os.RemoveAll("cache")
}

// lost makes an error and drops it.
type lost struct{}

func (lost) Name() string        { return "lost" }
func (lost) Description() string { return "Empties the cache." }

func (lost) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	if answer != "yes" {
		err = errors.New("no")
	}
	_ = err
	return "gone", os.RemoveAll("cache")
}

// dropped looks at no answer: whoever goes on with the run has agreed.
type dropped struct{}

func (dropped) Name() string        { return "dropped" }
func (dropped) Description() string { return "Empties the cache." }

func (dropped) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, "sure?")
	if err != nil {
		return "", err
	}
	_ = answer
	return "gone", os.RemoveAll("cache")
}

// edits asks for other words, too.
type edits struct{}

func (edits) Name() string        { return "edits" }
func (edits) Description() string { return "Writes a note." }

func (edits) Call(ctx context.Context, input string) (string, error) {
	answer, err := graph.Interrupt(ctx, input)
	if err != nil {
		return "", err
	}
	if answer != "continue" {
		input, _ = answer.(string)
	}
	return "written", os.WriteFile("note", []byte(input), 0o600)
}

// Clean and Bad build the agents.
func Clean(m llms.Model) {
	prebuilt.CreateReactAgentMap(m, []tools.Tool{yes{}, truth{}, entry{}, dropped{}, edits{}}, 6)
}

func Bad(m llms.Model) {
	prebuilt.CreateReactAgentMap(m, []tools.Tool{remarks{}, inverted{}, entryLogged{}, lost{}}, 6)
}
