package model

// This file is OpenAI's chat completions, which most vendors serve too.

import (
	"encoding/json"
	"io"
	"net/http"
)

// A functionTool is a tool as chat completions and Ollama have it.
type functionTool struct {
	Function struct {
		Name        string
		Description string
		Parameters  map[string]any
	}
}

func functionTools(list []functionTool) []Tool {
	var tools []Tool
	for _, t := range list {
		tools = append(tools, Tool{t.Function.Name, t.Function.Description, t.Function.Parameters})
	}
	return tools
}

func readChat(body []byte) (q question, err error) {
	var in struct {
		Model    string
		Stream   bool
		Tools    []functionTool
		Messages []struct {
			Role       string
			ToolCallID string `json:"tool_call_id"`
			Content    json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return q, err
	}
	q = question{model: in.Model, stream: in.Stream, tools: functionTools(in.Tools)}
	for _, m := range in.Messages {
		if m.Role == "tool" {
			q.results = append(q.results, result{id: m.ToolCallID, text: plain(m.Content)})
		}
	}
	return q, nil
}

func writeChat(w http.ResponseWriter, q question, r reply) {
	if q.stream {
		streamChat(w, r)
		return
	}
	message, reason := map[string]any{"role": "assistant", "content": r.text}, "stop"
	if r.call != nil {
		reason = "tool_calls"
		message["content"] = nil
		message["tool_calls"] = []any{chatCall(r.call, encoded(r.call.Arguments))}
	}
	out := chatFrame(r, "chat.completion")
	out["choices"] = []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}}
	out["usage"] = chatUsage
	writeJSON(w, out)
}

var chatUsage = map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}

func chatFrame(r reply, object string) map[string]any {
	return map[string]any{"id": callID(r.turn), "object": object, "created": 1, "model": r.model}
}

func chatCall(c *Call, args string) map[string]any {
	return map[string]any{
		"index": 0, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Tool, "arguments": args},
	}
}

func streamChat(w http.ResponseWriter, r reply) {
	e := startEvents(w)
	chunk := func(delta map[string]any, reason any) {
		out := chatFrame(r, "chat.completion.chunk")
		out["choices"] = []any{map[string]any{"index": 0, "delta": delta, "finish_reason": reason}}
		e.send("", out)
	}
	chunk(map[string]any{"role": "assistant", "content": ""}, nil)
	reason := "stop"
	if r.call == nil {
		for _, part := range halves(r.text) {
			chunk(map[string]any{"content": part}, nil)
		}
	} else {
		reason = "tool_calls"
		chunk(map[string]any{"tool_calls": []any{chatCall(r.call, "")}}, nil)
		for _, part := range halves(encoded(r.call.Arguments)) {
			piece := map[string]any{"index": 0, "function": map[string]any{"arguments": part}}
			chunk(map[string]any{"tool_calls": []any{piece}}, nil)
		}
	}
	chunk(map[string]any{}, reason)
	last := chatFrame(r, "chat.completion.chunk")
	last["choices"], last["usage"] = []any{}, chatUsage
	e.send("", last)
	io.WriteString(w, "data: [DONE]\n\n")
}
