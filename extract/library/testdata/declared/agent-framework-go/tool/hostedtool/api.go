package hostedtool

import (
	"github.com/microsoft/agent-framework-go/message"
)

type CodeInterpreter struct {
	AdditionalProperties map[string]any

	Inputs []message.Content
}

func (t *CodeInterpreter) Name() string
func (t *CodeInterpreter) Description() string

type FileSearch struct {
	AdditionalProperties map[string]any

	Inputs             []message.Content
	MaximumResultCount int
}

func (t *FileSearch) Name() string
func (t *FileSearch) Description() string

type MCPServer struct {
	AdditionalProperties map[string]any

	ServerName        string
	ServerDescription string
	ServerAddress     string
	Authorization     string
	AllowedTools      []string
	Headers           map[string]string
}

func (t *MCPServer) Name() string
func (t *MCPServer) Description() string

type WebSearch struct {
	AdditionalProperties map[string]any
}

func (t *WebSearch) Name() string
func (t *WebSearch) Description() string
