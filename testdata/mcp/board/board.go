// Package board has the tools of a notice board. Commands beside it answer over HTTP; Serve answers one client.
package board

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers one client, with the notices of a folder for temporary files.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	return server(folder(os.TempDir())).Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}

// Handler answers those who call over HTTP, with the notices in dir.
func Handler(dir string) http.Handler {
	s := server(folder(dir))
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

func server(f folder) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "board", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "pin", Description: "Pins a notice to the board."}, f.pin)
	mcp.AddTool(s, &mcp.Tool{Name: "take_down", Description: "Takes a notice down."}, f.takeDown)
	return s
}

type notice struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
}

type which struct {
	Title string `json:"title"`
}

// A folder has a file for each notice.
type folder string

func (f folder) pin(_ context.Context, _ *mcp.CallToolRequest, in notice) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, os.WriteFile(f.file(in.Title), []byte(in.Text), 0o600)
}

func (f folder) takeDown(_ context.Context, _ *mcp.CallToolRequest, in which) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, os.Rename(f.file(in.Title), f.file(in.Title)+".old")
}

func (f folder) file(title string) string {
	return filepath.Join(string(f), filepath.Base(title)+".txt")
}
