// Package actions has objects of which a model is told, and that a library runs.
package actions

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"

	"shapes/model"
)

// An Action says what it is, and does it.
type Action interface {
	Spec() Spec
	Run(ctx context.Context, state *State, params Params) (string, error)
	RunDry(params Params) (string, error)
	Preview(params Params) string
}

type Spec struct{ Name, Description string }

type State struct{ Dir string }

type Params map[string]any

type shell struct{}

func (shell) Spec() Spec { return Spec{"shell", "runs a command"} }

func (shell) Run(ctx context.Context, _ *State, params Params) (string, error) {
	line, _ := params["line"].(string)
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output()
	return string(out), err
}

func (shell) RunDry(params Params) (string, error) { return "", nil }

func (shell) Preview(params Params) string { return "" }

// remover has the name that a setting gives it, or its own.
type remover struct{ name string }

func (r remover) Spec() Spec {
	name := "remove"
	if r.name != "" {
		name = r.name
	}
	return Spec{Name: name}
}

func (remover) Run(ctx context.Context, state *State, params Params) (string, error) {
	var in struct{ Path string }
	data, _ := json.Marshal(params)
	json.Unmarshal(data, &in)
	return "", os.Remove(in.Path)
}

func (remover) RunDry(params Params) (string, error) { return "", nil }

func (remover) Preview(params Params) string { return "" }

// dry is what it has, and does less.
type dry struct{ Action }

func (d dry) Run(_ context.Context, _ *State, params Params) (string, error) { return d.RunDry(params) }

// note says what it is, and does nothing.
type note struct{}

func (note) Spec() Spec { return Spec{Name: "note"} }

// adapter is what the library runs.
type adapter struct {
	Action
	state *State
}

func (a adapter) Execute(ctx context.Context, args map[string]any) (string, error) {
	return a.Run(ctx, a.state, args)
}

// Tell tells of actions.
func Tell(list []Action) (out []model.Tool) {
	for _, a := range list {
		out = append(out, model.Tool{Type: "function", Function: definition(a.Spec())})
	}
	return out
}

func definition(s Spec) model.Definition {
	return model.Definition{Name: s.Name, Description: s.Description}
}

// All returns the actions as the library runs them.
func All() (list []Action, run []any) {
	list = []Action{shell{}, remover{os.Getenv("NAME")}, dry{shell{}}}
	_ = note{}
	for _, a := range list {
		run = append(run, adapter{a, &State{}})
	}
	return list, run
}
