// Package ops is what an agent on call may touch.
package ops

import (
	"fmt"
	"iter"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/mcptoolset"
	"google.golang.org/genai"
)

type serviceArgs struct {
	Service string `json:"service"`
}

type textResult struct {
	Text string `json:"text"`
}

// Readers returns the tools that only look.
func Readers() ([]tool.Tool, error) {
	return each(
		functiontool.Config{Name: "query_metrics", Description: "Reads the graphs of a service."},
		functiontool.Config{Name: "tail_logs", Description: "Reads the last log lines of a service."},
	)
}

// Writers returns the tools that change what is running. confirm is asked for
// by those who sleep better that way.
func Writers(confirm bool) ([]tool.Tool, error) {
	return each(
		functiontool.Config{Name: "restart_service", Description: "Restarts a service.", RequireConfirmation: confirm},
		functiontool.Config{Name: "roll_back", Description: "Puts the last version back.", RequireConfirmation: true},
	)
}

// each makes a tool of every row. They differ in name; what they do is the
// business of the cluster.
func each(rows ...functiontool.Config) ([]tool.Tool, error) {
	var tools []tool.Tool
	for _, cfg := range rows {
		t, err := functiontool.New(cfg, func(_ agent.Context, in serviceArgs) (textResult, error) {
			return textResult{cfg.Name + " " + in.Service}, nil
		})
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", cfg.Name, err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// Resolved returns the tool with which an agent says that the fire is out.
func Resolved() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "mark_resolved",
		Description: "Ends the incident.",
	}, func(ctx agent.Context, in serviceArgs) (textResult, error) {
		ctx.Actions().Escalate = true
		return textResult{in.Service + " is well"}, nil
	})
}

// Pager returns the tools of the paging service: whatever it offers today.
func Pager(cfg mcptoolset.Config) (tool.Toolset, error) {
	cfg.Transport = &mcp.CommandTransport{Command: exec.Command("pager-mcp", "--stdio")}
	return mcptoolset.New(cfg)
}

// Probe returns an agent that is no model: it looks at the health page and
// says what it saw. With escalates it ends the loop around it when all is well.
func Probe(name string, escalates bool) (agent.Agent, error) {
	return agent.New(agent.Config{
		Name:        name,
		Description: "Looks at the health page.",
		Run: func(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
			return func(yield func(*session.Event, error) bool) {
				ev := session.NewEvent(ctx, ctx.InvocationID())
				ev.Content = genai.NewContentFromText("200 OK", genai.RoleModel)
				ev.Actions.Escalate = escalates
				yield(ev, nil)
			}
		},
	})
}
