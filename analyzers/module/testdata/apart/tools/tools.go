// Package tools has tools that know no model.
package tools

import (
	"context"
	"os"
	"path/filepath"

	"example.com/module/apart/agent"
)

type Read struct{}

func (Read) Spec() agent.Spec { return agent.Spec{Name: "read", Help: "reads a file"} }
func (Read) Do(_ context.Context, input string) (string, error) {
	data, err := os.ReadFile(filepath.Base(input))
	return string(data), err
}

// Unused is no tool of the program.
type Unused struct{}

func (Unused) Spec() agent.Spec                           { return agent.Spec{Name: "unused"} }
func (Unused) Do(context.Context, string) (string, error) { return "", nil }

const removeName = "remove"

type remove struct{ root string }

func Remove(root string) agent.Tool { return &remove{root} }

func (r *remove) Spec() agent.Spec { return agent.Spec{Name: removeName} }
func (r *remove) Do(_ context.Context, input string) (string, error) {
	return "", os.Remove(r.root + input)
}
