package model

// This file is Gemini's generateContent.

import (
	"encoding/json"
	"net/http"
)

// A geminiPart is a piece of a message. The names are also accepted in the other
// spelling that protocol buffers have in JSON.
type geminiPart struct {
	FunctionResponse *geminiResponse `json:"functionResponse"`
	OtherSpelling    *geminiResponse `json:"function_response"`
}

type geminiResponse struct {
	ID       string
	Response json.RawMessage
}

type geminiFunction struct {
	Name, Description    string
	Parameters           map[string]any
	ParametersJSONSchema map[string]any `json:"parametersJsonSchema"`
}

func readGemini(body []byte) (q question, err error) {
	var in struct {
		Tools []struct {
			Functions     []geminiFunction `json:"functionDeclarations"`
			OtherSpelling []geminiFunction `json:"function_declarations"`
		}
		Contents []struct{ Parts []geminiPart }
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return q, err
	}
	for _, group := range in.Tools {
		for _, f := range append(group.Functions, group.OtherSpelling...) {
			schema := f.Parameters
			if schema == nil {
				schema = f.ParametersJSONSchema
			}
			q.tools = append(q.tools, Tool{f.Name, f.Description, schema})
		}
	}
	for _, c := range in.Contents {
		for _, p := range c.Parts {
			for _, answer := range []*geminiResponse{p.FunctionResponse, p.OtherSpelling} {
				if answer != nil {
					q.results = append(q.results, result{id: answer.ID, text: string(answer.Response)})
				}
			}
		}
	}
	return q, nil
}

func geminiAnswer(r reply) map[string]any {
	part := map[string]any{"text": r.text}
	if r.call != nil {
		part = map[string]any{"functionCall": map[string]any{"id": r.call.ID, "name": r.call.Tool, "args": r.call.Arguments}}
	}
	return map[string]any{
		"candidates": []any{map[string]any{
			"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": []any{part}},
		}},
		"usageMetadata": map[string]any{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	}
}

func writeGemini(w http.ResponseWriter, q question, r reply) { writeJSON(w, geminiAnswer(r)) }

// geminiStream returns the writer of a stream: events, or one array. A call comes
// whole, in one piece of the stream.
func geminiStream(sse bool) func(http.ResponseWriter, question, reply) {
	return func(w http.ResponseWriter, q question, r reply) {
		if !sse {
			writeJSON(w, []any{geminiAnswer(r)})
			return
		}
		startEvents(w).send("", geminiAnswer(r))
	}
}
