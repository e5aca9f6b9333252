package model

// This file is Ollama's chat.

import (
	"encoding/json"
	"net/http"
)

func readOllama(body []byte) (q question, err error) {
	var in struct {
		Model    string
		Stream   *bool
		Tools    []functionTool
		Messages []struct {
			Role, Content string
			ToolCallID    string `json:"tool_call_id"`
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return q, err
	}
	q = question{model: in.Model, stream: in.Stream == nil || *in.Stream, tools: functionTools(in.Tools)}
	for _, m := range in.Messages {
		if m.Role == "tool" {
			q.results = append(q.results, result{id: m.ToolCallID, text: m.Content})
		}
	}
	return q, nil
}

func ollamaLine(r reply, message map[string]any, done bool) map[string]any {
	message["role"] = "assistant"
	line := map[string]any{"model": r.model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done}
	if done {
		line["done_reason"] = "stop"
	}
	return line
}

func writeOllama(w http.ResponseWriter, q question, r reply) {
	message := map[string]any{"content": r.text}
	if r.call != nil {
		function := map[string]any{"name": r.call.Tool, "arguments": r.call.Arguments}
		message["tool_calls"] = []any{map[string]any{"function": function}} // most releases give no id
	}
	if !q.stream {
		writeJSON(w, ollamaLine(r, message, true))
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := json.NewEncoder(w)
	out.Encode(ollamaLine(r, message, false))
	out.Encode(ollamaLine(r, map[string]any{"content": ""}, true))
}
