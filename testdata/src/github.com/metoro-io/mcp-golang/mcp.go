// Package mcp_golang has the API of the library of its name, without what it does.
package mcp_golang

type (
	Server        struct{}
	ServerOptions func(*Server)
	Transport     interface{ Start() }
	Content       struct{ Text string }
	ToolResponse  struct{ Content []*Content }
)

func NewServer(transport Transport, options ...ServerOptions) *Server { return &Server{} }

func WithName(name string) ServerOptions       { return nil }
func WithVersion(version string) ServerOptions { return nil }

func (s *Server) RegisterTool(name, description string, handler any) error { return nil }
func (s *Server) DeregisterTool(name string) error                         { return nil }
func (s *Server) Serve() error                                             { return nil }

func NewToolResponse(content ...*Content) *ToolResponse { return &ToolResponse{Content: content} }
func NewTextContent(text string) *Content               { return &Content{Text: text} }
