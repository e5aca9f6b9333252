// Package clean is a weather server.
package clean

import (
	"context"
	"io"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"
)

// Args name a place.
type Args struct {
	City string `json:"city" jsonschema:"required,description=the city"`
}

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	server := mcp.NewServer(stdio.NewStdioServerTransportWithIO(in, out), mcp.WithName("weather"), mcp.WithVersion("1"))
	if err := server.RegisterTool("forecast", "Tells the weather of tomorrow.", forecast); err != nil {
		return err
	}
	for _, unit := range []string{"celsius", "fahrenheit"} {
		if err := server.RegisterTool("temperature_"+unit, "Tells the temperature in "+unit+".", forecast); err != nil {
			return err
		}
	}
	err := server.RegisterTool("alerts", "Lists warnings.", func(ctx context.Context, args Args) (*mcp.ToolResponse, error) {
		return mcp.NewToolResponse(mcp.NewTextContent("none for " + args.City)), nil
	})
	if err != nil {
		return err
	}
	return server.Serve()
}

func forecast(args Args) (*mcp.ToolResponse, error) {
	return mcp.NewToolResponse(mcp.NewTextContent("sunny in " + args.City)), nil
}
