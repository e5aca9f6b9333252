// Package loop is a stub with the API of the framework.
package loop

import "github.com/microsoft/agent-framework-go/agent"

type (
	Evaluator any
	Config    struct {
		Evaluators    []Evaluator
		MaxIterations int
	}
)

func New(c Config) agent.Middleware { return nil }
