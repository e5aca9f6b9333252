package truth

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	bad "example.com/assistants/archive/bad"
	clean "example.com/assistants/archive/clean"
)

// patience is the number of questions after which the model gives up.
const patience = 50

// TestArchive runs the archive with a model that always calls a tool, and writes
// down what this is told and how often it is asked.
func TestArchive(t *testing.T) {
	type answer func(context.Context, *anthropic.Client, anthropic.BetaMessageNewParams) (*anthropic.BetaMessage, error)
	for name, ask := range map[string]answer{"archive/bad": bad.Answer, "archive/clean": clean.Answer} {
		t.Run(name, func(t *testing.T) {
			m := &service{}
			client := anthropic.NewClient(option.WithAPIKey("none"), option.WithHTTPClient(&http.Client{Transport: m}))
			params := anthropic.BetaMessageNewParams{
				Model: "scripted", MaxTokens: 10,
				Messages: []anthropic.BetaMessageParam{anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock("?"))},
			}
			if _, err := ask(context.Background(), &client, params); err != nil {
				t.Fatal(err)
			}
			a := agent{Name: "Runner", Type: "llm", Tools: m.tools, Rounds: m.asked}
			if m.asked > patience {
				a.Rounds = 0
			}
			compare(t, name, dump{Agents: []agent{a}})
		})
	}
}

// service answers as the service does: with a call of the clock, until it has had
// enough.
type service struct {
	asked int
	tools []tool
}

func (m *service) RoundTrip(r *http.Request) (*http.Response, error) {
	var req struct{ Tools []tool }
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return nil, err
	}
	m.asked++
	m.tools = req.Tools
	content, reason := `{"type":"tool_use","id":"1","name":"clock","input":{}}`, "tool_use"
	if m.asked > patience {
		content, reason = `{"type":"text","text":"enough"}`, "end_turn"
	}
	body := `{"id":"m","type":"message","role":"assistant","model":"scripted","content":[` + content + `],"stop_reason":"` + reason + `","usage":{"input_tokens":1,"output_tokens":1}}`
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}
