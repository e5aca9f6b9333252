// Package truth asks the libraries themselves what the agents of this module are:
// with a model that records which tools it is offered, and always wants another
// round.
package truth

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"charm.land/fantasy"
	"github.com/go-kratos/blades"

	bladesbad "example.com/others/blades/bad"
	bladesclean "example.com/others/blades/clean"
	fantasybad "example.com/others/fantasy/bad"
	fantasyclean "example.com/others/fantasy/clean"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// View is what the model sees of an agent. Rounds is 0 if nothing stops it.
type View struct {
	Tools  []string `json:"tools"`
	Rounds int      `json:"rounds"`
}

// enough is the number of rounds after which the model gives in.
const enough = 60

// round notes a question to the model and reports whether it wants another.
func (v *View) round(tools []string) bool {
	v.Tools = tools
	v.Rounds++
	return v.Rounds < enough
}

func TestAgents(t *testing.T) {
	for name, run := range map[string]func(*View) error{
		"fantasy_clean": func(v *View) error { return runFantasy(fantasyclean.Files(fantasyModel{view: v})) },
		"fantasy_bad":   func(v *View) error { return runFantasy(fantasybad.Files(fantasyModel{view: v})) },
		"blades_clean":  func(v *View) error { return runBlades(bladesclean.Files(bladesModel{v})) },
		"blades_bad":    func(v *View) error { return runBlades(bladesbad.Files(bladesModel{v})) },
	} {
		t.Run(name, func(t *testing.T) {
			v := &View{}
			if err := run(v); err != nil {
				t.Fatal(err)
			}
			if v.Rounds == enough {
				v.Rounds = 0
			}
			compare(t, filepath.Join("golden", name+".json"), v)
		})
	}
}

func compare(t *testing.T, file string, v *View) {
	got, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s: got %s, want %s", file, got, want)
	}
}

// fantasyModel wants a tool that does nothing until it has asked enough.
type fantasyModel struct {
	fantasy.LanguageModel
	view *View
}

func (m fantasyModel) Generate(ctx context.Context, c fantasy.Call) (*fantasy.Response, error) {
	var names []string
	for _, t := range c.Tools {
		names = append(names, t.GetName())
	}
	if !m.view.round(names) {
		return &fantasy.Response{FinishReason: fantasy.FinishReasonStop}, nil
	}
	return &fantasy.Response{
		Content:      fantasy.ResponseContent{fantasy.ToolCallContent{ToolCallID: "1", ToolName: "nothing", Input: "{}"}},
		FinishReason: fantasy.FinishReasonToolCalls,
	}, nil
}

func runFantasy(a fantasy.Agent) error {
	_, err := a.Generate(context.Background(), fantasy.AgentCall{Prompt: "go on"})
	return err
}

// bladesModel answers with a message of tools that wants none, until it has asked
// enough.
type bladesModel struct{ view *View }

func (m bladesModel) Generate(ctx context.Context, r *blades.ModelRequest, _ ...blades.ModelOption) (*blades.ModelResponse, error) {
	var names []string
	for _, t := range r.Tools {
		names = append(names, t.Name())
	}
	role := blades.RoleTool
	if !m.view.round(names) {
		role = blades.RoleAssistant
	}
	return &blades.ModelResponse{Message: &blades.Message{Role: role}}, nil
}

func (m bladesModel) NewStreaming(context.Context, *blades.ModelRequest, ...blades.ModelOption) blades.Generator[*blades.ModelResponse, error] {
	return nil
}

func runBlades(a blades.Agent, err error) error {
	if err != nil {
		return err
	}
	if _, err = blades.NewRunner(a).Run(context.Background(), blades.UserMessage("go on")); err == blades.ErrMaxIterationsExceeded {
		return nil
	}
	return err
}
