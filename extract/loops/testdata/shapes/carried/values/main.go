// Command values translates some calls, and runs others, which it knows by what is under a key of
// their JSON.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"shapes/model"
)

type use struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	In   string `json:"in"`
}

func main() { http.HandleFunc("/ask", serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	var history []model.Message
	json.NewDecoder(r.Body).Decode(&history)
	answer, _ := model.Ask(context.Background(), history, nil)
	var out []use
	for _, call := range answer.ToolCalls {
		out = append(out, use{ID: call.ID, Name: call.Function.Name, In: call.Function.Arguments})
		var raw map[string]any
		json.Unmarshal([]byte(call.ID), &raw)
		if kind, ok := raw["type"].(string); ok && kind == "tool_use" && raw["name"] == "remove" {
			os.Remove(call.ID)
		}
	}
	json.NewEncoder(w).Encode(out)
}
