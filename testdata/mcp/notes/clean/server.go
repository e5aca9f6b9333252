// Package clean is a notebook.
package clean

import (
	"io"

	"github.com/strowk/foxy-contexts/pkg/app"
	"github.com/strowk/foxy-contexts/pkg/mcp"
	"github.com/strowk/foxy-contexts/pkg/stdio"
	"go.uber.org/fx"

	"example.com/mcpservers/notes/book"
)

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	return app.NewBuilder().
		WithTool(book.NewTake).
		WithTool(book.NewList).
		WithTool(book.NewErase("erase_notes", "Erases all notes.")).
		WithName("notes").
		WithVersion("1").
		WithServerCapabilities(&mcp.ServerCapabilities{Tools: &mcp.ServerCapabilitiesTools{}}).
		WithTransport(stdio.NewTransport(stdio.WithIn(in), stdio.WithOut(out))).
		WithFxOptions(fx.NopLogger).
		Run()
}
