// Package sandbox is what the workbench may touch: files in memory, and a shell.
package sandbox

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/filesystem"
	middleware "github.com/cloudwego/eino/adk/middlewares/filesystem"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// Shell runs commands.
type Shell struct{}

// Execute runs a command.
func (Shell) Execute(_ context.Context, in *filesystem.ExecuteRequest) (*filesystem.ExecuteResponse, error) {
	return &filesystem.ExecuteResponse{Output: "ran " + in.Command}, nil
}

// Files returns the middleware of a disk that may be read, and a shell. Nobody writes files
// but through the shell.
func Files(ctx context.Context) (adk.ChatModelAgentMiddleware, error) {
	return middleware.New(ctx, &middleware.MiddlewareConfig{
		Backend:             filesystem.NewInMemoryBackend(),
		Shell:               Shell{},
		LsToolConfig:        &middleware.ToolConfig{Name: "list_files"},
		WriteFileToolConfig: &middleware.ToolConfig{Disable: true},
		EditFileToolConfig:  &middleware.ToolConfig{Disable: true},
	})
}

type query struct {
	Words string `json:"words"`
}

// Catalog returns tools of which a model is told when it searches for them.
func Catalog() ([]tool.BaseTool, error) {
	var list []tool.BaseTool
	for _, name := range []string{"weather", "exchange_rate"} {
		t, err := utils.InferTool(name, "knows the "+strings.ReplaceAll(name, "_", " "),
			func(_ context.Context, in query) (string, error) { return in.Words, nil })
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}
