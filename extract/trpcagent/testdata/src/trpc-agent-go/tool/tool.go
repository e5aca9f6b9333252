package tool

import "context"

type Schema struct {
	Type       string
	Properties map[string]*Schema
}

type Declaration struct {
	Name, Description string
	InputSchema       *Schema
}

type Tool interface{ Declaration() *Declaration }

type CallableTool interface {
	Call(ctx context.Context, jsonArgs []byte) (any, error)
	Tool
}

type StreamReader struct{}

type StreamableTool interface {
	StreamableCall(ctx context.Context, jsonArgs []byte) (*StreamReader, error)
	Tool
}

type ToolSet interface {
	Tools(context.Context) []Tool
	Close() error
	Name() string
}

type FilterFunc func(ctx context.Context, tool Tool) bool

func FilterToolSet(set ToolSet, filter FilterFunc) ToolSet { return set }
func NewIncludeToolNamesFilter(names ...string) FilterFunc { return nil }
func NewExcludeToolNamesFilter(names ...string) FilterFunc { return nil }

type PermissionDecision struct{ Action, Reason string }

type PermissionRequest struct{ ToolName string }

type PermissionPolicyFunc func(ctx context.Context, req *PermissionRequest) (PermissionDecision, error)

func AllowPermission() PermissionDecision             { return PermissionDecision{} }
func DenyPermission(reason string) PermissionDecision { return PermissionDecision{} }
func AskPermission(reason string) PermissionDecision  { return PermissionDecision{} }

type BeforeToolArgs struct {
	ToolName    string
	Declaration *Declaration
	Arguments   []byte
}

type BeforeToolResult struct{ CustomResult any }

type BeforeToolCallbackStructured = func(ctx context.Context, args *BeforeToolArgs) (*BeforeToolResult, error)

type Callbacks struct {
	BeforeTool []BeforeToolCallbackStructured
}

func NewCallbacks(opts ...any) *Callbacks                         { return &Callbacks{} }
func (c *Callbacks) RegisterBeforeTool(cb any) *Callbacks         { return c }
func (c *Callbacks) RegisterAfterTool(cb any) *Callbacks          { return c }
func (c *Callbacks) RegisterToolResultMessages(cb any) *Callbacks { return c }
