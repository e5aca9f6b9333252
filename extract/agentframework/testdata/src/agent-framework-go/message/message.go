// Package message is a stub with the API of the framework.
package message

type (
	Content                     any
	Message                     struct{ Contents []Content }
	TextContent                 struct{ Text string }
	ToolApprovalRequestContent  struct{ RequestID string }
	ToolApprovalResponseContent struct {
		RequestID string
		Approved  bool
	}
	AlwaysApproveToolApprovalResponseContent struct {
		InnerResponse     *ToolApprovalResponseContent
		AlwaysApproveTool bool
	}
	FunctionCallContent struct{ Name, Arguments string }
)

func NewText(text string) *Message { return nil }
func (r *ToolApprovalRequestContent) AlwaysApproveToolResponse() *AlwaysApproveToolApprovalResponseContent {
	return nil
}
func (r *ToolApprovalRequestContent) AlwaysApproveToolWithArgumentsResponse() *AlwaysApproveToolApprovalResponseContent {
	return nil
}
func (r *ToolApprovalRequestContent) AlwaysApproveToolWithArgsResponse() *AlwaysApproveToolApprovalResponseContent {
	return nil
}
func (m *Message) String() string      { return "" }
func New(contents ...Content) *Message { return nil }

func (r *ToolApprovalRequestContent) CreateResponse(approved bool, reason string) *ToolApprovalResponseContent {
	return nil
}
