package mcptool

import (
	"context"

	"github.com/microsoft/agent-framework-go/tool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func AddTool(src *mcp.Server, tl tool.FuncTool)
func Connect(ctx context.Context, transport mcp.Transport) (*mcp.ClientSession, error)
func ListTools(ctx context.Context, session *mcp.ClientSession) ([]tool.Tool, error)
