// Command judges goes by what is in the name of a call.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"

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
		if strings.Contains(call.Function.Name, "remove") {
			os.Remove(call.Function.Arguments)
		}
	}
	json.NewEncoder(w).Encode(out)
}
