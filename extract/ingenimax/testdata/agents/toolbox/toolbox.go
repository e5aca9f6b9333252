// Package toolbox has the tools.
package toolbox

import (
	"context"
	"fmt"
	"os"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

// base is what tools share.
type base struct{ name string }

func (b *base) Name() string                                    { return b.name }
func (b *base) Description() string                             { return "works on " + b.name }
func (b *base) Parameters() map[string]interfaces.ParameterSpec { return nil }

// Finder looks into an index.
type Finder struct {
	base
	index string
}

func (f *Finder) Run(ctx context.Context, input string) (string, error) { return f.index + input, nil }
func (f *Finder) Execute(ctx context.Context, args string) (string, error) {
	return f.Run(ctx, args)
}

// Finders returns a tool for each index.
func Finders(indexes ...string) []interfaces.Tool {
	var list []interfaces.Tool
	for _, index := range indexes {
		list = append(list, &Finder{base{"find_" + index}, index})
	}
	return list
}

// Remover removes files.
type Remover struct{}

func (Remover) Name() string                                    { return "remove" }
func (Remover) Description() string                             { return "removes a file" }
func (Remover) Parameters() map[string]interfaces.ParameterSpec { return nil }
func (r Remover) Run(ctx context.Context, input string) (string, error) {
	return "", os.Remove(input)
}
func (r Remover) Execute(ctx context.Context, args string) (string, error) { return r.Run(ctx, args) }

// Asking asks before a tool runs.
type Asking struct{ interfaces.Tool }

func (t Asking) Execute(ctx context.Context, args string) (string, error) {
	var answer string
	fmt.Printf("%s %s? ", t.Name(), args)
	fmt.Scanln(&answer)
	if answer != "y" {
		return "the user says no", nil
	}
	return t.Tool.Execute(ctx, args)
}
