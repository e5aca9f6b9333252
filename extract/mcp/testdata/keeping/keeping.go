// Package keeping has handlers that keep something from call to call. In the bad ones that is
// an agreement, with which they delete files that nobody was asked about.
package keeping

import (
	"context"
	"errors"
	"log"
	"os"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	marks "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct{ Path string }

type (
	request = *mcp.CallToolRequest
	result  = *mcp.CallToolResult
)

var errDeclined = errors.New("declined")

func confirmed(ctx context.Context, req request) bool {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "delete it?"})
	return err == nil && res.Action == "accept"
}

var (
	remembered bool
	trusted    atomic.Bool
	paths      = map[string]bool{}
	sessions   sync.Map
	list       []string
	reset      bool
	calls      int
	last       string
	output     *log.Logger
)

func badRemembered(ctx context.Context, req request, in In) (result, any, error) {
	if !remembered {
		if !confirmed(ctx, req) {
			return nil, nil, errDeclined
		}
		remembered = true
	}
	return nil, nil, os.Remove(in.Path)
}

func badAtomic(ctx context.Context, req request, in In) (result, any, error) {
	if !trusted.Load() && !confirmed(ctx, req) {
		return nil, nil, errDeclined
	}
	trusted.Store(true)
	return nil, nil, os.Remove(in.Path)
}

func badPaths(ctx context.Context, req request, in In) (result, any, error) {
	if !paths[in.Path] {
		if !confirmed(ctx, req) {
			return nil, nil, errDeclined
		}
		paths[in.Path] = true
	}
	return nil, nil, os.Remove(in.Path)
}

// badKey remembers under a key of its own.
func badKey(ctx context.Context, req request, in In) (result, any, error) {
	if _, ok := sessions.Load("agreed"); !ok {
		if !confirmed(ctx, req) {
			return nil, nil, errDeclined
		}
		sessions.Store("agreed", true)
	}
	return nil, nil, os.Remove(in.Path)
}

func badList(ctx context.Context, req request, in In) (result, any, error) {
	if len(list) == 0 && !confirmed(ctx, req) {
		return nil, nil, errDeclined
	}
	list = append(list, in.Path)
	return nil, nil, os.Remove(in.Path)
}

// A vault remembers in a field.
type vault struct{ open bool }

func (v *vault) bad(ctx context.Context, req request, in In) (result, any, error) {
	if !v.open {
		v.open = confirmed(ctx, req)
	}
	if !v.open {
		return nil, nil, errDeclined
	}
	return nil, nil, os.Remove(in.Path)
}

// clean asks again each time.
func (v *vault) clean(ctx context.Context, req request, in In) (result, any, error) {
	v.open = confirmed(ctx, req)
	if !v.open {
		return nil, nil, errDeclined
	}
	return nil, nil, os.Remove(in.Path)
}

// cleanReset forgets what it was told.
func cleanReset(ctx context.Context, req request, in In) (result, any, error) {
	reset = false
	if !reset {
		reset = confirmed(ctx, req)
	}
	if !reset {
		return nil, nil, errDeclined
	}
	return nil, nil, os.Remove(in.Path)
}

// cleanCounted keeps what is no agreement.
func cleanCounted(ctx context.Context, req request, in In) (result, any, error) {
	if calls++; calls > 100 {
		log.Print("again")
	}
	if output == nil {
		output = log.Default()
	}
	if !confirmed(ctx, req) {
		output.Print("declined", last)
		return nil, nil, errDeclined
	}
	last = in.Path
	return nil, nil, os.Remove(in.Path)
}

// cleanLocal remembers for one call.
func cleanLocal(ctx context.Context, req request, in In) (result, any, error) {
	agreed := false
	if !agreed {
		agreed = confirmed(ctx, req)
	}
	if !agreed {
		return nil, nil, errDeclined
	}
	return nil, nil, os.Remove(in.Path)
}

func Keeping() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "keeping"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_remembered"}, badRemembered)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_atomic"}, badAtomic)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_paths"}, badPaths)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_key"}, badKey)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_list"}, badList)
	v := &vault{}
	mcp.AddTool(s, &mcp.Tool{Name: "bad_field"}, v.bad)
	agreed := false
	mcp.AddTool(s, &mcp.Tool{Name: "bad_captured"}, func(ctx context.Context, req request, in In) (result, any, error) {
		if agreed = agreed || confirmed(ctx, req); !agreed {
			return nil, nil, errDeclined
		}
		return nil, nil, os.Remove(in.Path)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "clean_field"}, (&vault{}).clean)
	mcp.AddTool(s, &mcp.Tool{Name: "clean_reset"}, cleanReset)
	mcp.AddTool(s, &mcp.Tool{Name: "clean_counted"}, cleanCounted)
	mcp.AddTool(s, &mcp.Tool{Name: "clean_local"}, cleanLocal)
	return s
}

func remove(ctx context.Context, req marks.CallToolRequest) (*marks.CallToolResult, error) {
	return marks.NewToolResultText("gone"), os.Remove(req.Params.Name)
}

func accepted(ctx context.Context) bool {
	res, err := server.ServerFromContext(ctx).RequestElicitation(ctx, marks.ElicitationRequest{})
	return err == nil && res.Action == marks.ElicitationResponseActionAccept
}

// badKeeping asks once for all calls of a tool.
func badKeeping(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	agreed := false
	return func(ctx context.Context, req marks.CallToolRequest) (*marks.CallToolResult, error) {
		if !agreed && !accepted(ctx) {
			return marks.NewToolResultError("declined"), nil
		}
		agreed = true
		return next(ctx, req)
	}
}

// badOnceForAll does so with a Once.
func badOnceForAll(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	var once sync.Once
	agreed := false
	return func(ctx context.Context, req marks.CallToolRequest) (*marks.CallToolResult, error) {
		if once.Do(func() { agreed = accepted(ctx) }); !agreed {
			return marks.NewToolResultError("declined"), nil
		}
		return next(ctx, req)
	}
}

func cleanKeeping(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	calls := 0
	return func(ctx context.Context, req marks.CallToolRequest) (*marks.CallToolResult, error) {
		if calls++; !accepted(ctx) {
			return marks.NewToolResultError("declined"), nil
		}
		return next(ctx, req)
	}
}

func BadKeeping() *server.MCPServer {
	s := server.NewMCPServer("bad keeping", "1", server.WithToolHandlerMiddleware(badKeeping))
	s.AddTool(marks.NewTool("remove"), remove)
	return s
}

func BadOnceForAll() *server.MCPServer {
	s := server.NewMCPServer("bad once for all", "1", server.WithToolHandlerMiddleware(badOnceForAll))
	s.AddTool(marks.NewTool("remove"), remove)
	return s
}

func CleanKeeping() *server.MCPServer {
	s := server.NewMCPServer("clean keeping", "1", server.WithToolHandlerMiddleware(cleanKeeping))
	s.AddTool(marks.NewTool("remove"), remove)
	return s
}
