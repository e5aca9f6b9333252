package truth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/llm/openai"
)

// A model is a server that answers like OpenAI's: the SDK's own client is what asks
// it. It wants a tool, as long as it is offered any.
type model struct {
	interfaces.LLM
	asked   int      // how often
	offered []string // the tools of the first question that had any
	rounds  int      // questions with tools
	say     func(question string) string
}

func newModel(t *testing.T, say func(question string) string) *model {
	m := &model{say: say}
	s := httptest.NewServer(http.HandlerFunc(m.answer))
	t.Cleanup(s.Close)
	m.LLM = openai.NewClient("none", openai.WithBaseURL(s.URL))
	return m
}

func (m *model) answer(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Messages []struct{ Content json.RawMessage }
		Tools    []struct{ Function struct{ Name string } }
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.asked++
	message := map[string]any{"role": "assistant", "content": ""}
	if len(q.Tools) == 0 {
		var all []string
		for _, x := range q.Messages {
			all = append(all, string(x.Content))
		}
		message["content"] = m.say(strings.Join(all, "\n"))
	} else {
		if m.rounds++; m.rounds == 1 {
			for _, x := range q.Tools {
				m.offered = append(m.offered, x.Function.Name)
			}
		}
		message["tool_calls"] = []any{map[string]any{
			"id": fmt.Sprint(m.asked), "type": "function",
			"function": map[string]any{"name": "no_such_tool", "arguments": fmt.Sprintf(`{"n":%d}`, m.asked)},
		}}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"id": "1", "object": "chat.completion", "model": "none",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": message}},
	})
}
