// Package others uses the smaller libraries.
package others

import (
	"context"
	"os"

	metoro "github.com/metoro-io/mcp-golang"

	"github.com/strowk/foxy-contexts/pkg/app"
	"github.com/strowk/foxy-contexts/pkg/fxctx"
	"github.com/strowk/foxy-contexts/pkg/mcp"
)

type Args struct{ City string }

func forecast(args Args) (*metoro.ToolResponse, error) { return nil, nil }

func Metoro(t metoro.Transport) error {
	s := metoro.NewServer(t, metoro.WithName("metoro"))
	if err := s.RegisterTool("forecast", "tells the weather", forecast); err != nil {
		return err
	}
	err := s.RegisterTool("alerts", "lists warnings", func(ctx context.Context, args *Args) (*metoro.ToolResponse, error) { return nil, nil })
	if err != nil {
		return err
	}
	return s.Serve()
}

func ptr[T any](v T) *T { return &v }

func NewGreet() fxctx.Tool {
	return fxctx.NewTool(&mcp.Tool{Name: "greet", Description: ptr("says hello")}, greet)
}

func greet(ctx context.Context, args map[string]any) *mcp.CallToolResult { return nil }

type Clock struct{}

func NewClock(c *Clock) fxctx.Tool {
	return fxctx.NewTool(&mcp.Tool{Name: "clock"}, func(ctx context.Context, args map[string]any) *mcp.CallToolResult { return nil })
}

func Foxy() error {
	b := app.NewBuilder().WithTool(NewGreet).WithName("foxy").WithVersion("1")
	if os.Getenv("CLOCK") != "" {
		b = b.WithTool(NewClock)
	}
	return b.Run()
}
