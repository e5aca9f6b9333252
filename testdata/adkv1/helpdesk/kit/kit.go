// Package kit holds the tools of a help desk for people who forgot their
// password, their laptop, or both.
package kit

import (
	"fmt"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/adk/tool/mcptoolset"
)

type userArgs struct {
	User string `json:"user"`
}

type deviceArgs struct {
	Serial string `json:"serial"`
	Reason string `json:"reason"`
}

type done struct {
	Message string `json:"message"`
}

// A Directory knows who works here. Its methods are the handlers.
type Directory struct{ Domain string }

func (d Directory) find(_ agent.ToolContext, in userArgs) (done, error) {
	return done{in.User + "@" + d.Domain}, nil
}

func (d Directory) unlock(_ agent.ToolContext, in userArgs) (done, error) {
	return done{in.User + " may try again"}, nil
}

// Tools returns the tools that read and change accounts, by what they do.
func (d Directory) Tools() (reading, changing []tool.Tool, err error) {
	find, err := functiontool.New(functiontool.Config{
		Name: "find_user", Description: "Finds a colleague.",
	}, d.find)
	if err != nil {
		return nil, nil, err
	}
	unlock, err := functiontool.New(functiontool.Config{
		Name: "unlock_account", Description: "Lets a colleague log in again.",
	}, d.unlock)
	if err != nil {
		return nil, nil, err
	}
	return []tool.Tool{find}, []tool.Tool{unlock}, nil
}

// Wipe returns the tool that erases a laptop from afar.
func Wipe(confirm bool) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:                "wipe_device",
		Description:         "Erases a lost device.",
		RequireConfirmation: confirm,
	}, func(_ agent.ToolContext, in deviceArgs) (done, error) {
		return done{in.Serial + " is empty"}, nil
	})
}

// Order returns the tool that buys a new one. Its handler asks by itself,
// because only it knows what the thing costs.
func Order(priceOf func(serial string) int) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "order_device",
		Description: "Orders a replacement.",
	}, func(ctx agent.ToolContext, in deviceArgs) (done, error) {
		price := priceOf(in.Serial)
		switch answer := ctx.ToolConfirmation(); {
		case answer == nil:
			ctx.Actions().SkipSummarization = true
			return done{"waiting"}, ctx.RequestConfirmation(fmt.Sprintf("Spend %d?", price), in)
		case !answer.Confirmed:
			return done{"not ordered"}, nil
		}
		return done{"ordered"}, nil
	})
}

// Tickets returns the tools of the ticket system, which come from a server.
func Tickets(allowed ...string) (tool.Toolset, error) {
	set, err := mcptoolset.New(mcptoolset.Config{
		Transport: &mcp.CommandTransport{Command: exec.Command("tickets-mcp")},
	})
	if err != nil || len(allowed) == 0 {
		return set, err
	}
	return tool.FilterToolset(set, tool.AllowedToolsPredicate(allowed)), nil
}
