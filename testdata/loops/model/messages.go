package model

// This file is Anthropic's messages.

import (
	"encoding/json"
	"net/http"
)

func readMessages(body []byte) (q question, err error) {
	var in struct {
		Model  string
		Stream bool
		Tools  []struct {
			Name        string
			Description string
			InputSchema map[string]any `json:"input_schema"`
		}
		Messages []struct{ Content json.RawMessage }
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return q, err
	}
	q = question{model: in.Model, stream: in.Stream}
	for _, t := range in.Tools {
		if t.InputSchema != nil { // the vendor's own tools have none
			q.tools = append(q.tools, Tool{t.Name, t.Description, t.InputSchema})
		}
	}
	for _, m := range in.Messages {
		q.results = append(q.results, toolResults(m.Content)...)
	}
	return q, nil
}

// toolResults returns the results in the content of a message, which may be a text.
func toolResults(content json.RawMessage) (list []result) {
	var blocks []struct {
		Type      string
		ToolUseID string `json:"tool_use_id"`
		Content   json.RawMessage
		Text      string // where a program puts it that has one type for all blocks
		IsError   bool   `json:"is_error"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	for _, b := range blocks {
		if b.Type == "tool_result" {
			list = append(list, result{b.ToolUseID, plain(b.Content) + b.Text, b.IsError})
		}
	}
	return list
}

func messageFrame(r reply) map[string]any {
	return map[string]any{
		"id": "msg_" + callID(r.turn), "type": "message", "role": "assistant", "model": r.model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": 1, "output_tokens": 1},
	}
}

func stopReason(r reply) string {
	if r.call != nil {
		return "tool_use"
	}
	return "end_turn"
}

func writeMessages(w http.ResponseWriter, q question, r reply) {
	if q.stream {
		streamMessages(w, r)
		return
	}
	out := messageFrame(r)
	out["stop_reason"] = stopReason(r)
	block := map[string]any{"type": "text", "text": r.text}
	if r.call != nil {
		block = toolUse(r.call)
		block["input"] = r.call.Arguments
	}
	out["content"] = []any{block}
	writeJSON(w, out)
}

func toolUse(c *Call) map[string]any {
	return map[string]any{"type": "tool_use", "id": c.ID, "name": c.Tool, "input": map[string]any{}}
}

func streamMessages(w http.ResponseWriter, r reply) {
	e := startEvents(w)
	emit := func(name string, fields map[string]any) {
		fields["type"] = name
		e.send(name, fields)
	}
	emit("message_start", map[string]any{"message": messageFrame(r)})
	block, kind, field, text := map[string]any{"type": "text", "text": ""}, "text_delta", "text", r.text
	if r.call != nil {
		block, kind, field, text = toolUse(r.call), "input_json_delta", "partial_json", encoded(r.call.Arguments)
	}
	emit("content_block_start", map[string]any{"index": 0, "content_block": block})
	for _, part := range halves(text) {
		emit("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": kind, field: part}})
	}
	emit("content_block_stop", map[string]any{"index": 0})
	emit("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": stopReason(r), "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 1},
	})
	emit("message_stop", map[string]any{})
}
