// Package fakemodel is a chat model that answers from a script. It lets every
// program of this module be built, and run, without a network.
package fakemodel

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/schema"
)

// A Model replays its script line by line and then repeats the last line.
//
// A line "call NAME {json}" makes the model ask for the tool NAME; any other
// line is the text of a reply. The empty script says "ok" for ever.
type Model struct {
	script *script
	tools  []*schema.ToolInfo
}

// A script is shared by all the copies that WithTools makes, so that a model
// does not start over when an agent binds its tools.
type script struct {
	mu    sync.Mutex
	lines []string
	next  int
	calls int
}

var _ model.ToolCallingChatModel = (*Model)(nil)

// New returns a model that replays lines.
func New(lines ...string) *Model {
	return &Model{script: &script{lines: lines}}
}

// Generate returns the next line of the script.
func (m *Model) Generate(_ context.Context, _ []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	return m.script.reply(), nil
}

// Stream returns the next line of the script in one chunk.
func (m *Model) Stream(_ context.Context, _ []*schema.Message, _ ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	return schema.StreamReaderFromArray([]*schema.Message{m.script.reply()}), nil
}

// WithTools returns a model that knows tools and shares the script.
func (m *Model) WithTools(tools []*schema.ToolInfo) (model.ToolCallingChatModel, error) {
	return &Model{script: m.script, tools: tools}, nil
}

// Tools returns what the model has been told about.
func (m *Model) Tools() []*schema.ToolInfo { return m.tools }

// Calls returns how often the model has been asked.
func (m *Model) Calls() int {
	m.script.mu.Lock()
	defer m.script.mu.Unlock()
	return m.script.calls
}

func (s *script) reply() *schema.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	line := "ok"
	if len(s.lines) > 0 {
		line = s.lines[min(s.next, len(s.lines)-1)]
		s.next++
	}
	rest, isCall := strings.CutPrefix(line, "call ")
	if !isCall {
		return schema.AssistantMessage(line, nil)
	}
	name, args, _ := strings.Cut(rest, " ")
	return schema.AssistantMessage("", []schema.ToolCall{{
		ID:       fmt.Sprintf("call-%d", s.calls),
		Type:     "function",
		Function: schema.FunctionCall{Name: name, Arguments: args},
	}})
}
