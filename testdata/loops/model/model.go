package model

// This file is a request from its arrival to its answer.

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// A Model answers as its script says and records what it is asked. The zero Model
// is ready to use.
type Model struct {
	Script Script

	mu     sync.Mutex
	record Record
}

// A Tool is one that a request offers.
type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Schema      map[string]any `json:"-"`
}

// A question is what a request says, in whichever protocol.
type question struct {
	tools   []Tool
	results []result // what the conversation holds of results, oldest first
	stream  bool
	model   string
}

// A result is what the program says that a call gave. Some protocols do not say
// which call, and have no id.
type result struct {
	id, text string
	failed   bool
}

// A reply is one turn of the model: a call, or text.
type reply struct {
	call  *Call
	text  string
	model string
	turn  int
}

// A protocol is one way to put a question and to be answered.
type protocol struct {
	name   string
	suffix string // of the path
	read   func(body []byte) (question, error)
	write  func(w http.ResponseWriter, q question, r reply)
}

// protocols lists them; the path of a request decides.
func protocols(r *http.Request) []protocol {
	return []protocol{
		{"chat", "/chat/completions", readChat, writeChat},
		{"responses", "/responses", readResponses, writeResponses},
		{"messages", "/messages", readMessages, writeMessages},
		{"gemini", ":generateContent", readGemini, writeGemini},
		{"gemini", ":streamGenerateContent", streamed(readGemini), geminiStream(r.URL.Query().Get("alt") == "sse")},
		{"ollama", "/api/chat", readOllama, writeOllama},
	}
}

// streamed marks the questions that read understands as asking for a stream.
func streamed(read func([]byte) (question, error)) func([]byte) (question, error) {
	return func(body []byte) (question, error) {
		q, err := read(body)
		q.stream = true
		return q, err
	}
}

// ServeHTTP answers one request. What is no question to a model gets an empty
// object, or the list of models if it asks for one, and is recorded by its path.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, p := range protocols(r) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, p.suffix) {
			continue
		}
		q, err := p.read(body)
		if err != nil {
			m.other(fmt.Sprintf("%s %s: %v", r.Method, r.URL.Path, err))
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		p.write(w, q, m.answer(p.name, q))
		return
	}
	m.other(r.Method + " " + r.URL.Path)
	writeJSON(w, catalogue)
}

// catalogue answers whoever asks which models there are, in all protocols at once.
var catalogue = map[string]any{
	"object": "list", "data": []any{map[string]any{"id": "scripted", "object": "model"}},
	"models":       []any{map[string]any{"name": "scripted", "model": "scripted"}},
	"capabilities": []any{"completion", "tools"}, "version": "0.17.0", "input_tokens": 1, "totalTokens": 1,
}

func (m *Model) other(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.record.Other = append(m.record.Other, what)
}

// answer records a question and chooses the reply.
func (m *Model) answer(protocol string, q question) reply {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.record.conversation(protocol, q)
	c.Questions++
	c.Stream = c.Stream || q.stream
	m.record.match(q.results)
	m.record.questions++
	r := reply{model: q.model, turn: m.record.questions}
	tool, ok := m.Script.call(q.tools, c.called())
	if !ok {
		c.Ended = true
		r.text = m.Script.text()
		return r
	}
	r.call = m.record.call(c, tool, m.Script.arguments(tool))
	return r
}

// Record returns what was seen so far.
func (m *Model) Record() *Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.record.clone()
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // an error is the program's that hung up
}
