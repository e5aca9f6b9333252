// Package again has handlers that return their question, and are called again with the
// answer.
package again

import (
	"context"
	"errors"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct {
	Path  string
	Force bool
}

var gone []string

type result = *gosdk.CallToolResult

func question(path string) result {
	return &gosdk.CallToolResult{InputRequests: gosdk.InputRequestMap{"confirm": &gosdk.ElicitParams{Message: "delete " + path + "?"}}}
}

func asked(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	res, ok := req.Params.InputResponses["confirm"].(*gosdk.ElicitResult)
	if !ok {
		return question(in.Path), nil, nil
	}
	if res.Action != "accept" {
		return &gosdk.CallToolResult{IsError: true}, nil, nil
	}
	gone = append(gone, in.Path)
	return nil, nil, nil
}

// present goes on when the user declined.
func present(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	if len(req.Params.InputResponses) == 0 {
		return question(in.Path), nil, nil
	}
	gone = append(gone, in.Path)
	return nil, nil, nil
}

// cancelled goes on when the user closed the question.
func cancelled(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	res, ok := req.Params.InputResponses["confirm"].(*gosdk.ElicitResult)
	if !ok {
		return question(in.Path), nil, nil
	}
	if res.Action == "decline" {
		return nil, nil, errors.New("declined")
	}
	gone = append(gone, in.Path)
	return nil, nil, nil
}

func both(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	res, ok := req.Params.InputResponses["confirm"].(*gosdk.ElicitResult)
	if !ok {
		return question(in.Path), nil, nil
	}
	switch res.Action {
	case "decline", "cancel":
		return nil, nil, errors.New("declined")
	}
	gone = append(gone, in.Path)
	return nil, nil, nil
}

func unlessForced(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	if in.Force {
		gone = append(gone, in.Path)
		return nil, nil, nil
	}
	return asked(ctx, req, in)
}

// sampled asks a model.
func sampled(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	res, ok := req.Params.InputResponses["q"].(*gosdk.CreateMessageResult)
	if !ok {
		return &gosdk.CallToolResult{InputRequests: gosdk.InputRequestMap{"q": &gosdk.CreateMessageParams{}}}, nil, nil
	}
	if res.Content == nil {
		return nil, nil, errors.New("nothing")
	}
	gone = append(gone, in.Path)
	return nil, nil, nil
}

func New() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "again"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "asked"}, asked)
	gosdk.AddTool(s, &gosdk.Tool{Name: "present"}, present)
	gosdk.AddTool(s, &gosdk.Tool{Name: "cancelled"}, cancelled)
	gosdk.AddTool(s, &gosdk.Tool{Name: "both"}, both)
	gosdk.AddTool(s, &gosdk.Tool{Name: "unless_forced"}, unlessForced)
	gosdk.AddTool(s, &gosdk.Tool{Name: "sampled"}, sampled)
	return s
}

func plain(ctx context.Context, req *gosdk.CallToolRequest, in In) (result, any, error) {
	gone = append(gone, in.Path)
	return nil, nil, nil
}

// Received asks in a middleware, before each call of a tool.
func Received() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "received"}, nil)
	s.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler {
		return func(ctx context.Context, method string, req gosdk.Request) (gosdk.Result, error) {
			call, ok := req.(*gosdk.CallToolRequest)
			if !ok || call.Params.Name == "safe" {
				return next(ctx, method, req)
			}
			res, ok := call.Params.InputResponses["confirm"].(*gosdk.ElicitResult)
			if !ok {
				return question(call.Params.Name), nil
			}
			if res.Action != "accept" {
				return nil, errors.New("declined")
			}
			return next(ctx, method, req)
		}
	})
	gosdk.AddTool(s, &gosdk.Tool{Name: "safe"}, plain)
	gosdk.AddTool(s, &gosdk.Tool{Name: "gated"}, plain)
	return s
}

func built(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := server.ElicitationResponse(req.Params.InputResponses, "confirm")
	if res == nil {
		return server.NewInputRequestBuilder("").Elicit("confirm", mcp.ElicitationParams{Message: "?"}).ToolResult(), nil
	}
	if res.Action != mcp.ElicitationResponseActionAccept {
		return mcp.NewToolResultError("declined"), nil
	}
	gone = append(gone, "it")
	return mcp.NewToolResultText("done"), nil
}

func byHand(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, ok := req.Params.InputResponses["confirm"]
	if !ok {
		reqs := mcp.InputRequests{"confirm": mcp.NewElicitationInputRequest(mcp.ElicitationParams{Message: "?"})}
		return &mcp.CallToolResult{MultiRoundTripResult: mcp.MultiRoundTripResult{InputRequests: reqs}}, nil
	}
	if res.Elicitation.Action == mcp.ElicitationResponseActionAccept {
		gone = append(gone, "it")
	}
	return mcp.NewToolResultText("done"), nil
}

// answered goes on with any answer.
func answered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if server.ElicitationResponse(req.Params.InputResponses, "confirm") == nil {
		return server.NewInputRequestBuilder("").Elicit("confirm", mcp.ElicitationParams{Message: "?"}).ToolResult(), nil
	}
	gone = append(gone, "it")
	return mcp.NewToolResultText("done"), nil
}

func Mark() *server.MCPServer {
	s := server.NewMCPServer("mark", "1")
	s.AddTool(mcp.NewTool("built"), built)
	s.AddTool(mcp.NewTool("by_hand"), byHand)
	s.AddTool(mcp.NewTool("answered"), answered)
	return s
}
