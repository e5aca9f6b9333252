// Package calculator is a stub with the API of the SDK.
package calculator

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type Calculator struct{}

func New() *Calculator { return nil }

func (t *Calculator) Name() string                                             { return "" }
func (t *Calculator) Description() string                                      { return "" }
func (t *Calculator) Run(ctx context.Context, input string) (string, error)    { return "", nil }
func (t *Calculator) Parameters() map[string]interfaces.ParameterSpec          { return nil }
func (t *Calculator) Execute(ctx context.Context, args string) (string, error) { return "", nil }
