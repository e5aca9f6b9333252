package truth

import (
	"context"
	"testing"

	"charm.land/fantasy"

	bad "example.com/others/fantasy/bad"
	clean "example.com/others/fantasy/clean"
)

// TestFantasy writes down what the agents have. The library gives them no names, so
// they go by the function that makes them.
func TestFantasy(t *testing.T) {
	for name, files := range map[string]func(fantasy.LanguageModel) fantasy.Agent{
		"fantasy/bad": bad.Files, "fantasy/clean": clean.Files,
	} {
		t.Run(name, func(t *testing.T) {
			g := &agent{Name: "Files", Root: true}
			_, err := files(fantasyModel{agent: g}).Generate(context.Background(), fantasy.AgentCall{Prompt: "go on"})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name, g)
		})
	}
}

// fantasyModel wants a tool that does nothing until it has asked enough.
type fantasyModel struct {
	fantasy.LanguageModel
	agent *agent
}

func (m fantasyModel) Generate(ctx context.Context, c fantasy.Call) (*fantasy.Response, error) {
	var names []string
	for _, t := range c.Tools {
		names = append(names, t.GetName())
	}
	if !m.agent.ask(names) {
		return &fantasy.Response{FinishReason: fantasy.FinishReasonStop}, nil
	}
	return &fantasy.Response{
		Content:      fantasy.ResponseContent{fantasy.ToolCallContent{ToolCallID: "1", ToolName: "nothing", Input: "{}"}},
		FinishReason: fantasy.FinishReasonToolCalls,
	}, nil
}
