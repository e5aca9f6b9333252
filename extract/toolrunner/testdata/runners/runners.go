// Package runners has tool runners with tools and limits in all ways.
package runners

import (
	"context"
	"fmt"
	"log"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

type File struct{ Path string }

// Clock is a tool of the program's own.
type Clock struct{ zone string }

func (c *Clock) Name() string                                    { return "clock_" + c.zone }
func (c *Clock) Description() string                             { return "Tells the time." }
func (c *Clock) Execute(context.Context, []byte) (string, error) { return "noon", nil }

func approve(path string) bool {
	var answer string
	fmt.Scanln(&answer)
	return answer == "yes"
}

func remove(ctx context.Context, f File) (string, error) {
	if !approve(f.Path) {
		return "refused", nil
	}
	return "removed", nil
}

func read(context.Context, File) (string, error) { return "", nil }

// Tools returns tools that are made in a loop over a table, and others.
func Tools() []anthropic.BetaTool {
	list := []anthropic.BetaTool{&Clock{zone: "utc"}}
	for _, t := range []struct {
		name string
		run  func(context.Context, File) (string, error)
	}{{"read", read}, {"remove", remove}} {
		tool, err := toolrunner.NewBetaToolFromJSONSchema(t.name+"_file", "Can "+t.name+".", t.run)
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, tool)
	}
	return list
}

// Bounded runs with a limit, Open without one, and Given with what it gets.
func Bounded(ctx context.Context) {
	client := anthropic.NewClient()
	runner := client.Beta.Messages.NewToolRunner(Tools(), anthropic.BetaToolRunnerParams{MaxIterations: 4})
	runner.RunToCompletion(ctx)
}

func Open(client *anthropic.Client) *anthropic.BetaToolRunner {
	return client.Beta.Messages.NewToolRunner(append(Tools(), &Clock{zone: "utc"}), anthropic.BetaToolRunnerParams{})
}

// Endless runs without a limit. Stepped does so, too, but its own loop may count.
func Endless(ctx context.Context, client *anthropic.Client) {
	runner := client.Beta.Messages.NewToolRunner(Tools(), anthropic.BetaToolRunnerParams{})
	runner.RunToCompletion(ctx)
}

func Stepped(ctx context.Context, client *anthropic.Client) {
	runner := client.Beta.Messages.NewToolRunner(Tools(), anthropic.BetaToolRunnerParams{})
	for range 3 {
		runner.NextMessage(ctx)
	}
}

func Given(client *anthropic.Client, tools []anthropic.BetaTool, limit int) *anthropic.BetaToolRunner {
	return client.Beta.Messages.NewToolRunner(tools, anthropic.BetaToolRunnerParams{MaxIterations: limit})
}

// Added gets tools later, Served some that the service runs.
func Added(ctx context.Context, client *anthropic.Client, late bool) {
	runner := client.Beta.Messages.NewToolRunner(nil, anthropic.BetaToolRunnerParams{MaxIterations: 2})
	runner.AddTools(&Clock{zone: "utc"})
	if late {
		runner.AddTools(Tools()...)
	}
	runner.RemoveToolsByNames("clock_utc")
	runner.RunToCompletion(ctx)
}

func Served(ctx context.Context, client *anthropic.Client) {
	runner := client.Beta.Messages.NewToolRunner(nil, anthropic.BetaToolRunnerParams{MaxIterations: 2})
	runner.AddToolParams(anthropic.BetaToolUnionParam{Name: "bash"})
	runner.RunToCompletion(ctx)
}
