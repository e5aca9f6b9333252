package model

// This file is OpenAI's responses.

import (
	"encoding/json"
	"net/http"
)

func readResponses(body []byte) (q question, err error) {
	var in struct {
		Model  string
		Stream bool
		Input  json.RawMessage
		Tools  []struct {
			Type, Name, Description string
			Parameters              map[string]any
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return q, err
	}
	q = question{model: in.Model, stream: in.Stream}
	for _, t := range in.Tools {
		if t.Type == "function" {
			q.tools = append(q.tools, Tool{t.Name, t.Description, t.Parameters})
		}
	}
	var items []struct {
		Type   string
		CallID string `json:"call_id"`
		Output json.RawMessage
	}
	if json.Unmarshal(in.Input, &items) != nil {
		return q, nil // the input is one text
	}
	for _, item := range items {
		if item.Type == "function_call_output" {
			q.results = append(q.results, result{id: item.CallID, text: plain(item.Output)})
		}
	}
	return q, nil
}

func writeResponses(w http.ResponseWriter, q question, r reply) {
	if q.stream {
		streamResponses(w, r)
		return
	}
	writeJSON(w, response(r, "completed", outputItem(r, "completed")))
}

func response(r reply, status string, output ...any) map[string]any {
	if output == nil {
		output = []any{}
	}
	return map[string]any{
		"id": "resp_" + callID(r.turn), "object": "response", "created_at": 1, "model": r.model, "status": status,
		"output": output, "parallel_tool_calls": false, "tool_choice": "auto", "tools": []any{},
		"usage": map[string]any{"input_tokens": 1, "output_tokens": 1, "total_tokens": 2},
	}
}

// outputItem is the call or the text of r, whole, or as it is announced.
func outputItem(r reply, status string) map[string]any {
	item := map[string]any{"id": "item_" + callID(r.turn), "status": status}
	if r.call == nil {
		item["type"], item["role"], item["content"] = "message", "assistant", []any{}
		if status == "completed" {
			item["content"] = []any{outputText(r.text)}
		}
		return item
	}
	item["type"], item["call_id"], item["name"], item["arguments"] = "function_call", r.call.ID, r.call.Tool, ""
	if status == "completed" {
		item["arguments"] = encoded(r.call.Arguments)
	}
	return item
}

func outputText(text string) map[string]any {
	return map[string]any{"type": "output_text", "text": text, "annotations": []any{}}
}

// A responseEvents stream numbers its events.
type responseEvents struct {
	events
	item   any
	number int
}

func (e *responseEvents) emit(name string, fields map[string]any) {
	fields["type"], fields["sequence_number"] = name, e.number
	if _, ok := fields["response"]; !ok {
		fields["output_index"] = 0
		fields["item_id"] = e.item
	}
	e.number++
	e.send(name, fields)
}

func streamResponses(w http.ResponseWriter, r reply) {
	item := outputItem(r, "completed")
	e := &responseEvents{events: startEvents(w), item: item["id"]}
	e.emit("response.created", map[string]any{"response": response(r, "in_progress")})
	e.emit("response.output_item.added", map[string]any{"item": outputItem(r, "in_progress")})
	if r.call != nil {
		args := encoded(r.call.Arguments)
		for _, part := range halves(args) {
			e.emit("response.function_call_arguments.delta", map[string]any{"delta": part})
		}
		e.emit("response.function_call_arguments.done", map[string]any{"arguments": args, "name": r.call.Tool})
	} else {
		e.emit("response.content_part.added", map[string]any{"content_index": 0, "part": outputText("")})
		for _, part := range halves(r.text) {
			e.emit("response.output_text.delta", map[string]any{"content_index": 0, "delta": part})
		}
		e.emit("response.output_text.done", map[string]any{"content_index": 0, "text": r.text})
		e.emit("response.content_part.done", map[string]any{"content_index": 0, "part": outputText(r.text)})
	}
	e.emit("response.output_item.done", map[string]any{"item": item})
	e.emit("response.completed", map[string]any{"response": response(r, "completed", item)})
}
