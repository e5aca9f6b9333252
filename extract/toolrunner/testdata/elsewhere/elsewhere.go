// Package elsewhere has runners of which others than their list say what they run.
package elsewhere

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/lib/environments"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

type File struct{ Path string }

func read(context.Context, File) (string, error) { return "", nil }

func tools() []anthropic.BetaTool {
	tool, err := toolrunner.NewBetaToolFromJSONSchema("read_file", "Reads.", read)
	if err != nil {
		panic(err)
	}
	return []anthropic.BetaTool{tool}
}

func Header(ctx context.Context, c anthropic.Client) {
	r := c.Beta.Messages.NewToolRunner(tools(), anthropic.BetaToolRunnerParams{MaxIterations: 3}, option.WithHeader("a", "b"))
	r.RunToCompletion(ctx)
}

// Unlimited has a limit no longer.
func Unlimited(ctx context.Context, c anthropic.Client) {
	r := c.Beta.Messages.NewToolRunner(tools(), anthropic.BetaToolRunnerParams{MaxIterations: 3})
	r.Params.MaxIterations = 0
	r.RunToCompletion(ctx)
}

// Servers and Written have tools that the service runs.
func Servers(ctx context.Context, c anthropic.Client) {
	r := c.Beta.Messages.NewToolRunner(tools(), anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: anthropic.BetaMessageNewParams{
			MCPServers: []anthropic.BetaRequestMCPServerURLDefinitionParam{{Name: "web"}},
		},
		MaxIterations: 3,
	})
	r.RunToCompletion(ctx)
}

func Written(ctx context.Context, c anthropic.Client) {
	r := c.Beta.Messages.NewToolRunner(tools(), anthropic.BetaToolRunnerParams{MaxIterations: 3}, option.WithJSONSet("tools.-1", "web"))
	r.RunToCompletion(ctx)
}

// Session and Worker run tools for agents of the service.
func Session(ctx context.Context, c anthropic.Client) {
	r := anthropic.NewSessionToolRunner(ctx, c, "id", anthropic.SessionToolRunnerOptions{Tools: tools()})
	for r.Next() {
	}
}

func Worker(ctx context.Context, c anthropic.Client) error {
	return environments.NewEnvironmentWorker(c, environments.EnvironmentWorkerOptions{Tools: tools()}).Run(ctx)
}
