package model

// This file is what was seen.

import (
	"slices"
	"strings"
)

// A Record is what a program did while it ran against a Model.
type Record struct {
	Conversations []*Conversation `json:"conversations"`
	Other         []string        `json:"other,omitempty"` // requests that are no questions

	calls     []*Call // in their order, of all conversations
	questions int
}

// A Conversation is the questions that offered the same tools.
type Conversation struct {
	Protocol  string  `json:"protocol"`
	Stream    bool    `json:"stream,omitempty"` // at least one answer was streamed
	Tools     []Tool  `json:"tools,omitempty"`
	Calls     []*Call `json:"calls,omitempty"`
	Questions int     `json:"questions"`
	Ended     bool    `json:"ended,omitempty"` // the model gave its final answer

	key string
}

// A Call is one that the model made.
type Call struct {
	ID        string         `json:"id"`
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	Answered  bool           `json:"answered"`         // a result came back
	Failed    bool           `json:"failed,omitempty"` // and says of itself that it is an error
	Result    string         `json:"result,omitempty"` // its first characters
}

// resultSize is how much of a result is kept.
const resultSize = 300

// conversation returns the one that a question belongs to.
func (r *Record) conversation(protocol string, q question) *Conversation {
	names := []string{protocol}
	for _, t := range q.tools {
		names = append(names, t.Name)
	}
	slices.Sort(names[1:])
	key := strings.Join(names, "\x00")
	i := slices.IndexFunc(r.Conversations, func(c *Conversation) bool { return c.key == key })
	if i < 0 {
		i = len(r.Conversations)
		r.Conversations = append(r.Conversations, &Conversation{Protocol: protocol, Tools: q.tools, key: key})
	}
	return r.Conversations[i]
}

// match gives results to the calls that they answer: by the id, and the newest
// one without an id to the newest call.
func (r *Record) match(results []result) {
	for i, res := range results {
		at := slices.IndexFunc(r.calls, func(c *Call) bool { return res.id != "" && c.ID == res.id })
		if at < 0 && res.id == "" && i == len(results)-1 {
			at = len(r.calls) - 1
		}
		if at < 0 || r.calls[at].Answered {
			continue
		}
		c := r.calls[at]
		c.Answered, c.Failed, c.Result = true, res.failed, res.text
		if len(c.Result) > resultSize {
			c.Result = strings.ToValidUTF8(c.Result[:resultSize], "")
		}
	}
}

func (r *Record) call(c *Conversation, t Tool, args map[string]any) *Call {
	call := &Call{ID: callID(len(r.calls)), Tool: t.Name, Arguments: args}
	r.calls = append(r.calls, call)
	c.Calls = append(c.Calls, call)
	return call
}

// called returns the names of the tools that were called.
func (c *Conversation) called() []string {
	var names []string
	for _, call := range c.Calls {
		names = append(names, call.Tool)
	}
	return names
}

func (r *Record) clone() *Record {
	copied := &Record{Conversations: []*Conversation{}, Other: slices.Clone(r.Other)}
	for _, c := range r.Conversations {
		one := *c
		one.Calls = nil
		for _, call := range c.Calls {
			call := *call
			one.Calls = append(one.Calls, &call)
		}
		copied.Conversations = append(copied.Conversations, &one)
	}
	return copied
}
