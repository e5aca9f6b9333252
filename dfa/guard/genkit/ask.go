package genkit

// This file asks a human by an interrupt of the tool.

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"sync"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/firebase/genkit/go/ai"
)

// A Question is what a tool is interrupted with: may this call happen?
type Question struct {
	Tool      string   `json:"tool"`
	Agent     string   `json:"agent,omitempty"`
	Arguments string   `json:"arguments"`
	Rules     []string `json:"rules"` // that want a human
	Text      string   `json:"text"`  // why, in words

	ID string `json:"id"` // of this question
	// Call is a hash of the call and its session.
	Call string `json:"call"`
}

// answerKey is the key of questions and answers among the metadata of a part.
const answerKey = "agentvet/guard"

// An answer is what a human has said to a question.
type answer struct {
	ID   string `json:"id"`
	Call string `json:"call"`
	Yes  bool   `json:"yes"`
}

// ask returns the interrupt with a question.
func ask(session string, c guard.Call, r *guard.Refusal) error {
	q := Question{
		Tool: c.Tool, Agent: c.Agent, Arguments: c.Arguments, Text: r.Error(),
		ID: rand.Text(), Call: sum(session, c),
	}
	for _, rule := range r.Rules {
		q.Rules = append(q.Rules, rule.Name)
	}
	return ai.NewToolInterruptError(map[string]any{answerKey: q})
}

// Asked returns the question of an interrupted part of an answer, nil if that is not the guard's.
func Asked(p *ai.Part) *Question {
	asked, _ := ai.InterruptAs[map[string]*Question](p)
	return asked[answerKey]
}

// Answer returns what ai.WithToolRestarts restarts the interrupted tool with, when a human has said yes or no to the
// question of the guard.
func Answer(p *ai.Part, yes bool) (*ai.Part, error) {
	q := Asked(p)
	if q == nil || !p.IsToolRequest() {
		return nil, errors.New("genkit: the part is no question of a guard")
	}
	restart := ai.NewToolRequestPart(&ai.ToolRequest{Name: p.ToolRequest.Name, Ref: p.ToolRequest.Ref, Input: p.ToolRequest.Input})
	restart.Metadata = maps.Clone(p.Metadata)
	delete(restart.Metadata, "interrupt")
	restart.Metadata["resumed"] = map[string]any{answerKey: answer{q.ID, q.Call, yes}}
	return restart, nil
}

// answer returns what a human has said to a call that is restarted. What is no yes to this very call, or was one
// before, is a no.
func (m Middleware) answer(ctx context.Context, session string, c guard.Call) guard.Answer {
	a, ok := ai.ResumedValue[answer](ctx, answerKey)
	switch {
	case !ok:
		return guard.NotAsked
	case a.Yes && a.Call == sum(session, c) && m.spent.add(a.ID):
		return guard.Yes
	}
	return guard.No
}

// sum returns the hash of a call in a session.
func sum(session string, c guard.Call) string {
	text, err := json.Marshal([]string{session, c.Agent, c.Tool, c.Arguments})
	if err != nil {
		panic("genkit: internal error: " + err.Error())
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// arguments returns arguments as the tool gets them, "" if that is not known.
func arguments(input any) string {
	if input == nil {
		return "{}"
	}
	text, err := json.Marshal(input)
	if err != nil {
		return ""
	}
	return string(text)
}

// ids is a set of IDs.
type ids struct{ m sync.Map }

// add adds an ID, and reports whether it was not there.
func (s *ids) add(id string) bool {
	_, twice := s.m.LoadOrStore(id, true)
	return !twice
}

// unanswered is a context without the answer to the guard: neither the tool nor what it calls was asked. Genkit keeps
// what a tool is resumed with in the context, under a key that only it has.
type unanswered struct{ context.Context }

// Value returns what the context has for a key, but for the answer.
func (c unanswered) Value(key any) any {
	v := c.Context.Value(key)
	if resumed, ok := v.(map[string]any); ok {
		if rest := without(resumed); rest != nil {
			return rest
		}
		return nil
	}
	return v
}

// without returns what a tool is resumed with, but for the answer to the guard: nil if there is nothing else.
func without(resumed map[string]any) map[string]any {
	if _, ok := resumed[answerKey]; !ok {
		return resumed
	}
	rest := maps.Clone(resumed)
	delete(rest, answerKey)
	if len(rest) == 0 {
		return nil
	}
	return rest
}
