// Package tools has agents with tools in all ways.
package tools

import (
	"bufio"
	"context"
	"errors"
	"os"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

type Args struct{ Path string }

// Agent has tools of a table, of a literal, of a helper, and of the SDK.
func Agent(name string, server agents.MCPServer) *agents.Agent {
	a := agents.New("files")
	for _, verb := range []string{"read", "write"} {
		a.AddTool(agents.NewFunctionTool(verb+"_file", "Can "+verb+".", nothing))
	}
	a.AddTool(remove()).AddTool(agents.WebSearchTool{})
	a.Tools = append(a.Tools, agents.FunctionTool{Name: "raw", OnInvokeTool: raw}, agents.NewFunctionTool(name, "", nothing))
	a.MCPServers = []agents.MCPServer{server}
	return a.WithToolUseBehavior(agents.StopAtTools("read_file", "erase_file"))
}

// Either has one of two tools with one name.
func Either(safe bool) *agents.Agent {
	tool := agents.NewFunctionTool("remove_file", "", nothing)
	if safe {
		tool = remove()
	}
	return agents.New("either").WithTools(tool)
}

func remove() agents.FunctionTool {
	return agents.NewFunctionTool("remove_file", "Asks, and removes.", func(ctx context.Context, a Args) (string, error) {
		answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil || answer != "yes\n" {
			return "", errors.New("refused")
		}
		return nothing(ctx, a)
	})
}

func nothing(context.Context, Args) (string, error) { return "", nil }

func raw(context.Context, string) (any, error) { return nil, nil }
