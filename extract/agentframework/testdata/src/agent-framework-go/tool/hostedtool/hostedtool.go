// Package hostedtool is a stub with the API of the framework.
package hostedtool

type (
	WebSearch       struct{ AdditionalProperties map[string]any }
	FileSearch      struct{ MaximumResultCount int }
	CodeInterpreter struct{ AdditionalProperties map[string]any }
	MCPServer       struct{ ServerName, ServerAddress string }
)

func (t *WebSearch) Name() string              { return "web_search" }
func (t *WebSearch) Description() string       { return "" }
func (t *FileSearch) Name() string             { return "file_search" }
func (t *FileSearch) Description() string      { return "" }
func (t *CodeInterpreter) Name() string        { return "code_interpreter" }
func (t *CodeInterpreter) Description() string { return "" }
func (t *MCPServer) Name() string              { return "mcp" }
func (t *MCPServer) Description() string       { return "" }
