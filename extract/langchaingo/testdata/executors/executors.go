// Package executors has agents with tools in all ways.
package executors

import (
	"os"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
	"github.com/tmc/langchaingo/tools/wikipedia"

	"example.com/golden/executors/kit"
)

// Files has tools of a table, and others.
func Files(model llms.Model) *agents.Executor {
	list := []tools.Tool{tools.Calculator{}, wikipedia.New("golden")}
	for _, verb := range []string{"read", "write"} {
		list = append(list, &kit.File{Verb: verb})
	}
	if os.Getenv("REMOVE") != "" {
		list = append(list, kit.Asked{File: kit.File{Verb: "remove"}})
	}
	list = append(list, kit.InVain{File: kit.File{Verb: "move"}}, kit.File{Verb: os.Getenv("VERB")})
	return agents.NewExecutor(agents.NewOneShotAgent(model, list), agents.WithMaxIterations(3))
}

// Team makes one executor for each verb, with a limit that is set later.
func Team(model llms.Model) (team []*agents.Executor) {
	for _, verb := range []string{"read", "write"} {
		e := agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{kit.File{Verb: verb}}))
		e.MaxIterations = 9
		team = append(team, e)
	}
	return team
}

// Own is an agent of the program's own.
type Own struct{ tools []tools.Tool }

func (o *Own) GetTools() []tools.Tool { return o.tools }

// Literal has an agent of its own in a literal.
func Literal() *agents.Executor {
	return &agents.Executor{Agent: &Own{tools: []tools.Tool{kit.File{Verb: "read"}}}, MaxIterations: limit()}
}

func limit() int { return len(os.Args) }

// Given has what its caller gives.
func Given(agent agents.Agent, list []tools.Tool, model llms.Model) {
	agents.NewExecutor(agent)
	agents.NewExecutor(agents.NewOneShotAgent(model, list))
}

// Later adds a tool to an agent that is made.
func Later(model llms.Model) *agents.Executor {
	agent := agents.NewOneShotAgent(model, []tools.Tool{kit.File{Verb: "read"}})
	agent.Tools = append(agent.Tools, kit.File{Verb: "write"})
	return agents.NewExecutor(agent)
}

// ByHand has an agent of the framework in a literal.
func ByHand() *agents.Executor {
	return agents.NewExecutor(&agents.OneShotZeroAgent{Tools: []tools.Tool{kit.File{Verb: "read"}}})
}
