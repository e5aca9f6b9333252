// Package staff has the agents that write reports.
package staff

import (
	"context"
	"os"
	"path/filepath"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/orchestration"
	"github.com/Ingenimax/agent-sdk-go/pkg/tools/calculator"
)

// archive stores and finds reports.
type archive struct{ name, dir string }

func (t *archive) Name() string                                    { return t.name }
func (t *archive) Description() string                             { return "Works on the archive." }
func (t *archive) Parameters() map[string]interfaces.ParameterSpec { return nil }

func (t *archive) Run(ctx context.Context, input string) (string, error) {
	text, err := os.ReadFile(filepath.Join(t.dir, filepath.Base(input)))
	return string(text), err
}

func (t *archive) Execute(ctx context.Context, args string) (string, error) { return t.Run(ctx, args) }

// Hire registers the staff: who has which tools.
func Hire(llm interfaces.LLM, dir string) (*orchestration.AgentRegistry, error) {
	staff := map[string][]interfaces.Tool{
		"research": {&archive{"find_report", dir}},
		"numbers":  {calculator.New()},
		"editor":   nil,
	}
	registry := orchestration.NewAgentRegistry()
	for _, name := range []string{"research", "numbers", "editor"} {
		a, err := agent.NewAgent(
			agent.WithName(name), agent.WithLLM(llm), agent.WithTools(staff[name]...),
			agent.WithMaxIterations(3), agent.WithRequirePlanApproval(false),
		)
		if err != nil {
			return nil, err
		}
		registry.Register(name, a)
	}
	return registry, nil
}
