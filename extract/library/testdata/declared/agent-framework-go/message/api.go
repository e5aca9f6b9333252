package message

import (
	"encoding/json"
	"time"
)

func NewURIContent(uri string, mediaType string) (*URIContent, error)
func CoalesceContents(contents []Content) []Content
func New(contents ...Content) *Message
func NewText(text string) *Message

type AlwaysApproveToolApprovalResponseContent struct {
	ContentHeader

	InnerResponse *ToolApprovalResponseContent

	AlwaysApproveTool bool

	AlwaysApproveToolWithArguments bool
}

func (t *AlwaysApproveToolApprovalResponseContent) MarshalJSON() ([]byte, error)

type AnnotatedRegion interface {
	kind() annotatedRegionKind
}

type AnnotatedRegions []AnnotatedRegion

func (as *AnnotatedRegions) UnmarshalJSON(data []byte) error

type Annotation interface {
	kind() annotationKind
}

type Annotations []Annotation

func (as *Annotations) UnmarshalJSON(data []byte) error

type CitationAnnotation struct {
	AdditionalProperties map[string]any
	AnnotatedRegions     AnnotatedRegions
	RawRepresentation    any

	FileID   string
	Snippet  string
	Title    string
	ToolName string
	URL      string
}

func (t *CitationAnnotation) MarshalJSON() ([]byte, error)

type CodeInterpreterToolCallContent struct {
	ContentHeader

	CallID string
	Inputs Contents
}

func (t *CodeInterpreterToolCallContent) MarshalJSON() ([]byte, error)

type CodeInterpreterToolResultContent struct {
	ContentHeader

	CallID  string
	Outputs Contents
}

func (t *CodeInterpreterToolResultContent) MarshalJSON() ([]byte, error)

type Content interface {
	json.Marshaler
	kind() contentKind
	Header() ContentHeader
}

type ContentHeader struct {
	AdditionalProperties map[string]any
	Annotations          Annotations
	RawRepresentation    any
}

func (ch ContentHeader) Header() ContentHeader

type Contents []Content

func (cs *Contents) UnmarshalJSON(data []byte) error
func (cs Contents) Text() string
func (cs Contents) Usage() UsageDetails

type DataContent struct {
	ContentHeader

	Name string

	Data      string
	MediaType string
}

func (t *DataContent) MarshalJSON() ([]byte, error)
func (t *DataContent) UnmarshalJSON(data []byte) error
func (t *DataContent) URI() string
func (t *DataContent) Bytes() ([]byte, error)
func (t *DataContent) TopLevelMediaType() string

type ErrorContent struct {
	ContentHeader

	Message   string
	Details   string
	ErrorCode string
}

func (t *ErrorContent) MarshalJSON() ([]byte, error)

type FunctionCallContent struct {
	ContentHeader

	Arguments         string
	CallID            string
	Error             error
	Name              string
	InformationalOnly bool
}

func (t *FunctionCallContent) MarshalJSON() ([]byte, error)
func (t *FunctionCallContent) UnmarshalJSON(data []byte) error
func (t *FunctionCallContent) GetCallID() string

type FunctionResultContent struct {
	ContentHeader

	CallID string
	Error  error
	Result any
}

func (t *FunctionResultContent) MarshalJSON() ([]byte, error)
func (t *FunctionResultContent) UnmarshalJSON(data []byte) error

type HostedFileContent struct {
	ContentHeader

	FileID    string
	Name      string
	MediaType string
}

func (t *HostedFileContent) TopLevelMediaType() string
func (t *HostedFileContent) MarshalJSON() ([]byte, error)

type HostedVectorStoreContent struct {
	ContentHeader

	VectorStoreID string
}

func (t *HostedVectorStoreContent) MarshalJSON() ([]byte, error)

type MCPServerToolCallContent struct {
	ContentHeader

	Arguments  string
	CallID     string
	Name       string
	ServerName string
}

func (t *MCPServerToolCallContent) GetCallID() string
func (t *MCPServerToolCallContent) MarshalJSON() ([]byte, error)

type Message struct {
	AdditionalProperties map[string]any
	Contents             Contents
	Role                 Role
	ID                   string
	AuthorName           string
	Source               Source
	CreatedAt            time.Time
	RawRepresentation    any
}

func (m *Message) String() string
func (m *Message) Usage() UsageDetails
func (m *Message) Clone() *Message

type RawContent struct {
	ContentHeader
}

func (t *RawContent) MarshalJSON() ([]byte, error)
func (t *RawContent) UnmarshalJSON(data []byte) error

type Role string

type Source struct {
	ID string

	Type SourceType
}

type SourceType string

type TextContent struct {
	ContentHeader

	Text string
}

func (t *TextContent) MarshalJSON() ([]byte, error)
func (t *TextContent) String() string

type TextReasoningContent struct {
	ContentHeader

	ProtectedData string
	Text          string
}

func (t *TextReasoningContent) MarshalJSON() ([]byte, error)
func (t *TextReasoningContent) String() string

type TextSpanAnnotatedRegion struct {
	Start int
	End   int
}

func (t *TextSpanAnnotatedRegion) MarshalJSON() ([]byte, error)

type ToolApprovalRequestContent struct {
	ContentHeader

	RequestID string
	ToolCall  ToolCallContent
}

func (t *ToolApprovalRequestContent) MarshalJSON() ([]byte, error)
func (t *ToolApprovalRequestContent) UnmarshalJSON(data []byte) error
func (t *ToolApprovalRequestContent) CreateResponse(approved bool, reason string) *ToolApprovalResponseContent
func (t *ToolApprovalRequestContent) AlwaysApproveToolResponse() *AlwaysApproveToolApprovalResponseContent
func (t *ToolApprovalRequestContent) AlwaysApproveToolWithArgumentsResponse() *AlwaysApproveToolApprovalResponseContent
func (t *ToolApprovalRequestContent) AlwaysApproveToolWithArgsResponse() *AlwaysApproveToolApprovalResponseContent

type ToolApprovalResponseContent struct {
	ContentHeader

	RequestID string
	Reason    string
	Approved  bool
	ToolCall  ToolCallContent
}

func (t *ToolApprovalResponseContent) MarshalJSON() ([]byte, error)
func (t *ToolApprovalResponseContent) UnmarshalJSON(data []byte) error

type ToolCallContent interface {
	Content

	GetCallID() string
}

type URIContent struct {
	ContentHeader

	MediaType string
	URI       string
}

func (t *URIContent) TopLevelMediaType() string
func (t *URIContent) MarshalJSON() ([]byte, error)

type UsageContent struct {
	ContentHeader

	Details UsageDetails
}

func (t *UsageContent) MarshalJSON() ([]byte, error)

type UsageDetails struct {
	AdditionalCounts      map[string]int64
	InputTokenCount       int64
	OutputTokenCount      int64
	TotalTokenCount       int64
	CachedInputTokenCount int64
	ReasoningTokenCount   int64
}

func (u *UsageDetails) Add(other UsageDetails)

type annotatedRegionKind string

type annotationKind string

type contentKind string
