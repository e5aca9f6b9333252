// Command remote hands the model's calls to others: an MCP server behind an interface of its
// client, servers that it asks in JSON of its own, and a library of which there are no rows. What is asked of them by a constant name,
// and what the model never hears of, is no tool.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"

	"example.com/errands"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"shapes/model"
)

func main() {
	ctx := context.Background()
	switch d := (&desk{server: new(client.Client), runner: new(errands.Runner)}); os.Args[1] {
	case "serve":
		d.serve(ctx)
	case "send":
		d.send(ctx)
	case "watch":
		d.watch(ctx)
	case "web":
		d.byHand(ctx, &web{url: os.Args[2]})
	case "pipe":
		d.byHand(ctx, &pipe{in: os.Stdout, out: bufio.NewScanner(os.Stdin)})
	default:
		d.print(ctx)
	}
}

type desk struct {
	server  client.MCPClient
	runner  *errands.Runner
	history []model.Message
}

// serve has the server run the tools, which are named by the number of a server and their own.
func (d *desk) serve(ctx context.Context) {
	for {
		answer, err := model.Ask(ctx, d.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			d.told(call, d.onServer(ctx, call))
		}
	}
}

func (d *desk) onServer(ctx context.Context, call model.Call) string {
	request := mcp.CallToolRequest{}
	parts := strings.SplitN(call.Function.Name, "_", 2)
	request.Params.Name = parts[1]
	request.Params.Arguments = decoded(call)
	result, err := d.server.CallTool(ctx, request)
	if err != nil {
		return err.Error()
	}
	return result.Text
}

func decoded(call model.Call) map[string]any {
	args := make(map[string]any)
	json.Unmarshal([]byte(call.Function.Arguments), &args)
	return args
}

func (d *desk) told(call model.Call, result string) {
	d.history = append(d.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
}

// send has a library run the tools, and asks again by calling itself.
func (d *desk) send(ctx context.Context) {
	answer, err := model.Ask(ctx, d.history, nil)
	if err != nil {
		return
	}
	for _, call := range answer.ToolCalls {
		result, _ := d.runner.Run(ctx, call.Function.Name, decoded(call))
		d.told(call, result)
	}
	if len(answer.ToolCalls) > 0 {
		d.send(ctx)
	}
}

// watch keeps notes of the calls, and has the state of the server in each question.
func (d *desk) watch(ctx context.Context) {
	for {
		request := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "status"}}
		if result, err := d.server.CallTool(ctx, request); err == nil {
			d.history = append(d.history, model.Message{Role: "user", Content: result.Text})
		}
		answer, err := model.Ask(ctx, d.history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			d.runner.Note(ctx, call.Function.Name, decoded(call))
		}
	}
}
