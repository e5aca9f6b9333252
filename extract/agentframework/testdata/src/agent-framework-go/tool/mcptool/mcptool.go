// Package mcptool is a stub with the API of the framework.
package mcptool

import (
	"context"

	"github.com/microsoft/agent-framework-go/tool"
)

type Session struct{}

func ListTools(ctx context.Context, session *Session) ([]tool.Tool, error) { return nil, nil }
