// Package scripted is a language model that needs no network: it plays back
// answers that the test or the host wrote down, and remembers what it was
// asked.
//
// A real model decides; this one obeys. That is what makes it useful here:
// every question that an agent puts to it, including the tools it is offered
// and the agents it may transfer to, can be read back from Requests.
package scripted

import (
	"context"
	"iter"
	"slices"
	"sync"

	"google.golang.org/adk/model"
	"google.golang.org/genai"
)

// A Model answers the n-th request with the n-th turn of its script, and with
// Closing once the script has run out.
type Model struct {
	Closing string // the answer after the last turn; "Done." if empty

	mu       sync.Mutex
	turns    []*genai.Part
	requests []*model.LLMRequest
}

// New returns a model that plays the given turns.
func New(turns ...*genai.Part) *Model { return &Model{turns: turns} }

// Say is a turn of plain text.
func Say(text string) *genai.Part { return &genai.Part{Text: text} }

// Call is a turn that calls a tool.
func Call(tool string, args map[string]any) *genai.Part {
	return &genai.Part{FunctionCall: &genai.FunctionCall{Name: tool, Args: args}}
}

// Name implements model.LLM.
func (m *Model) Name() string { return "scripted" }

// GenerateContent implements model.LLM.
func (m *Model) GenerateContent(_ context.Context, req *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		yield(&model.LLMResponse{
			Content: &genai.Content{Role: genai.RoleModel, Parts: []*genai.Part{m.next(req)}},
		}, nil)
	}
}

// Requests returns what the model has been asked so far.
func (m *Model) Requests() []*model.LLMRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]*model.LLMRequest(nil), m.requests...)
}

// next records req and takes the next turn. Parallel agents share one model,
// so both happen under the lock.
func (m *Model) next(req *model.LLMRequest) *genai.Part {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, req)
	if len(m.turns) == 0 {
		if m.Closing == "" {
			return Say("Done.")
		}
		return Say(m.Closing)
	}
	turn := m.turns[0]
	m.turns = m.turns[1:]
	return turn
}

// Tools returns the names of the tools that a request offers, sorted.
func Tools(req *model.LLMRequest) []string {
	var names []string
	for _, decl := range declarations(req) {
		names = append(names, decl.Name)
	}
	slices.Sort(names)
	return names
}

// TransferTargets returns the agents that a request lets the model transfer
// to, sorted.
func TransferTargets(req *model.LLMRequest) []string {
	for _, decl := range declarations(req) {
		if decl.Name == "transfer_to_agent" {
			return slices.Sorted(slices.Values(decl.Parameters.Properties["agent_name"].Enum))
		}
	}
	return nil
}

func declarations(req *model.LLMRequest) []*genai.FunctionDeclaration {
	if req.Config == nil {
		return nil
	}
	var decls []*genai.FunctionDeclaration
	for _, t := range req.Config.Tools {
		decls = append(decls, t.FunctionDeclarations...)
	}
	return decls
}
