// Command elsewhere translates some calls, and runs others, which it has in a type that is no
// protocol's.
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

type block struct {
	Kind string `json:"kind"`
	Tool string `json:"tool"`
}

func main() { http.HandleFunc("/ask", serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	var history []model.Message
	json.NewDecoder(r.Body).Decode(&history)
	answer, _ := model.Ask(context.Background(), history, nil)
	var out []use
	for _, call := range answer.ToolCalls {
		out = append(out, use{ID: call.ID, Name: call.Function.Name, In: call.Function.Arguments})
		var raw block
		json.Unmarshal([]byte(call.ID), &raw)
		if raw.Kind == "tool_use" && raw.Tool == "remove" {
			os.Remove(call.ID)
		}
	}
	json.NewEncoder(w).Encode(out)
}
