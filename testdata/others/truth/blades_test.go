package truth

import (
	"context"
	"errors"
	"testing"

	"github.com/go-kratos/blades"

	bad "example.com/others/blades/bad"
	clean "example.com/others/blades/clean"
)

// TestBlades writes down what the agents have: of the one that is run, and of one
// that is its tool.
func TestBlades(t *testing.T) {
	for name, files := range map[string]func(blades.ModelProvider) (blades.Agent, error){
		"blades/bad": bad.Files, "blades/clean": clean.Files,
	} {
		t.Run(name, func(t *testing.T) {
			root, finder := &agent{Name: "files", Root: true}, &agent{Name: "finder"}
			runBlades(t, files, &bladesModel{agents: []*agent{root}})
			runBlades(t, files, &bladesModel{agents: []*agent{{Name: "files"}, finder}, call: "finder"})
			if finder.Rounds == 0 { // the model was not offered it
				compare(t, name, root)
				return
			}
			root.SubAgents = []string{"finder"}
			compare(t, name, root, finder)
		})
	}
}

func runBlades(t *testing.T, files func(blades.ModelProvider) (blades.Agent, error), m *bladesModel) {
	t.Helper()
	a, err := files(m)
	if err != nil {
		t.Fatal(err)
	}
	_, err = blades.NewRunner(a).Run(context.Background(), blades.UserMessage("go on"))
	if err != nil && !errors.Is(err, blades.ErrMaxIterationsExceeded) {
		t.Fatal(err)
	}
}

// bladesModel answers with a message of tools until it has asked enough: one that
// wants none, or the call of a tool.
type bladesModel struct {
	agents []*agent
	call   string // the tool that it calls where it is offered
}

func (m *bladesModel) Name() string { return "scripted" }

func (m *bladesModel) Generate(ctx context.Context, r *blades.ModelRequest) (*blades.ModelResponse, error) {
	who, _ := blades.FromAgentContext(ctx)
	message := &blades.Message{Role: blades.RoleTool}
	var names []string
	for _, t := range r.Tools {
		names = append(names, t.Name())
		if t.Name() == m.call {
			message.Parts = []blades.Part{blades.ToolPart{ID: "1", Name: m.call, Request: "go on"}}
		}
	}
	for _, g := range m.agents {
		if g.Name == who.Name() && !g.ask(names) {
			message.Role = blades.RoleAssistant
		}
	}
	return &blades.ModelResponse{Message: message}, nil
}

func (m *bladesModel) NewStreaming(context.Context, *blades.ModelRequest) blades.Generator[*blades.ModelResponse, error] {
	return nil
}
