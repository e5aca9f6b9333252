// Package message is a stub with the API of the framework.
package message

type (
	Content                     any
	Message                     struct{ Contents []Content }
	TextContent                 struct{ Text string }
	ToolApprovalRequestContent  struct{ RequestID string }
	ToolApprovalResponseContent struct{ Approved bool }
	FunctionCallContent         struct{ Name, Arguments string }
)

func NewText(text string) *Message     { return nil }
func (m *Message) String() string      { return "" }
func New(contents ...Content) *Message { return nil }

func (r *ToolApprovalRequestContent) CreateResponse(approved bool, reason string) *ToolApprovalResponseContent {
	return nil
}
