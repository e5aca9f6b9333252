// Package mcp has the API of the library of its name, without what it does but for
// the making of tools.
package mcp

import (
	"context"
	"encoding/json"
)

type ToolInputSchema struct {
	Type       string
	Properties map[string]any
	Required   []string
}

type ToolAnnotation struct {
	Title           string
	ReadOnlyHint    *bool
	DestructiveHint *bool
	IdempotentHint  *bool
	OpenWorldHint   *bool
}

type Tool struct {
	Name            string
	Title           string
	Description     string
	InputSchema     ToolInputSchema
	RawInputSchema  json.RawMessage
	OutputSchema    ToolInputSchema
	RawOutputSchema json.RawMessage
	Annotations     ToolAnnotation
}

type (
	ToolOption     func(*Tool)
	PropertyOption func(schema map[string]any)
	Icon           struct{ Src string }
	TaskSupport    string
)

func ToBoolPtr(b bool) *bool { return &b }

func NewTool(name string, opts ...ToolOption) Tool {
	tool := Tool{
		Name:        name,
		InputSchema: ToolInputSchema{Type: "object", Properties: make(map[string]any)},
		Annotations: ToolAnnotation{
			ReadOnlyHint:    ToBoolPtr(false),
			DestructiveHint: ToBoolPtr(true),
			IdempotentHint:  ToBoolPtr(false),
			OpenWorldHint:   ToBoolPtr(true),
		},
	}
	for _, opt := range opts {
		opt(&tool)
	}
	return tool
}

func NewToolWithRawSchema(name, description string, schema json.RawMessage) Tool {
	tool := Tool{Name: name, Description: description, RawInputSchema: schema}
	return tool
}

func WithDescription(description string) ToolOption {
	return func(t *Tool) { t.Description = description }
}

func WithToolTitle(title string) ToolOption { return func(t *Tool) { t.Title = title } }

func WithToolAnnotation(annotation ToolAnnotation) ToolOption {
	return func(t *Tool) { t.Annotations = annotation }
}

func WithTitleAnnotation(title string) ToolOption {
	return func(t *Tool) { t.Annotations.Title = title }
}

func WithReadOnlyHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.ReadOnlyHint = &value }
}

func WithDestructiveHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.DestructiveHint = &value }
}

func WithIdempotentHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.IdempotentHint = &value }
}

func WithOpenWorldHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.OpenWorldHint = &value }
}

func WithInputSchema[T any]() ToolOption  { return nil }
func WithOutputSchema[T any]() ToolOption { return nil }
func WithRawOutputSchema(schema json.RawMessage) ToolOption {
	return func(t *Tool) { t.RawOutputSchema = schema }
}

func WithSchemaAdditionalProperties(schema any) ToolOption { return nil }
func WithDeferLoading(deferLoading bool) ToolOption        { return nil }
func WithToolIcons(icons ...Icon) ToolOption               { return nil }
func WithTaskSupport(support TaskSupport) ToolOption       { return nil }

func WithRawInputSchema(schema json.RawMessage) ToolOption {
	return func(t *Tool) { t.RawInputSchema = schema }
}

func WithString(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "string"}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithBoolean(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "boolean"}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithNumber(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "number"}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithInteger(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "integer"}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithObject(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "object", "properties": map[string]any{}}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithArray(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{"type": "array"}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func WithAny(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		schema := map[string]any{}
		for _, opt := range opts {
			opt(schema)
		}
		if required, ok := schema["required"].(bool); ok && required {
			delete(schema, "required")
			t.InputSchema.Required = append(t.InputSchema.Required, name)
		}
		t.InputSchema.Properties[name] = schema
	}
}

func Properties(properties map[string]any) PropertyOption {
	return func(schema map[string]any) { schema["properties"] = properties }
}

func Items(items any) PropertyOption {
	return func(schema map[string]any) { schema["items"] = items }
}

func Required() PropertyOption {
	return func(schema map[string]any) { schema["required"] = true }
}

func Description(text string) PropertyOption {
	return func(schema map[string]any) { schema["description"] = text }
}

func Title(title string) PropertyOption {
	return func(schema map[string]any) { schema["title"] = title }
}

func DefaultString(value string) PropertyOption {
	return func(schema map[string]any) { schema["default"] = value }
}

func Enum(values ...string) PropertyOption {
	return func(schema map[string]any) { schema["enum"] = values }
}

func MaxLength(most int) PropertyOption {
	return func(schema map[string]any) { schema["maxLength"] = most }
}

func MinLength(least int) PropertyOption {
	return func(schema map[string]any) { schema["minLength"] = least }
}

func Pattern(pattern string) PropertyOption {
	return func(schema map[string]any) { schema["pattern"] = pattern }
}

func DefaultNumber[T int | int64 | float64](v T) PropertyOption {
	return func(schema map[string]any) { schema["default"] = v }
}

func Max[T int | int64 | float64](most T) PropertyOption {
	return func(schema map[string]any) { schema["maximum"] = most }
}

func Min[T int | int64 | float64](least T) PropertyOption {
	return func(schema map[string]any) { schema["minimum"] = least }
}

func MultipleOf[T int | int64 | float64](of T) PropertyOption {
	return func(schema map[string]any) { schema["multipleOf"] = of }
}

func DefaultBool(value bool) PropertyOption {
	return func(schema map[string]any) { schema["default"] = value }
}

func DefaultArray[T any](value []T) PropertyOption {
	return func(schema map[string]any) { schema["default"] = value }
}

func AdditionalProperties(of any) PropertyOption {
	return func(schema map[string]any) { schema["additionalProperties"] = of }
}

func MinProperties(least int) PropertyOption {
	return func(schema map[string]any) { schema["minProperties"] = least }
}

func MaxProperties(most int) PropertyOption {
	return func(schema map[string]any) { schema["maxProperties"] = most }
}

func PropertyNames(of map[string]any) PropertyOption {
	return func(schema map[string]any) { schema["propertyNames"] = of }
}

func MinItems(least int) PropertyOption {
	return func(schema map[string]any) { schema["minItems"] = least }
}

func MaxItems(most int) PropertyOption {
	return func(schema map[string]any) { schema["maxItems"] = most }
}

func UniqueItems(unique bool) PropertyOption {
	return func(schema map[string]any) { schema["uniqueItems"] = unique }
}

func WithStringItems(opts ...PropertyOption) PropertyOption {
	return func(schema map[string]any) {
		items := map[string]any{"type": "string"}
		for _, opt := range opts {
			opt(items)
		}
		schema["items"] = items
	}
}

func WithStringEnumItems(values []string) PropertyOption {
	return func(schema map[string]any) { schema["items"] = map[string]any{"type": "string", "enum": values} }
}

func WithNumberItems(opts ...PropertyOption) PropertyOption {
	return func(schema map[string]any) {
		items := map[string]any{"type": "number"}
		for _, opt := range opts {
			opt(items)
		}
		schema["items"] = items
	}
}

func WithIntegerItems(opts ...PropertyOption) PropertyOption {
	return func(schema map[string]any) {
		items := map[string]any{"type": "integer"}
		for _, opt := range opts {
			opt(items)
		}
		schema["items"] = items
	}
}

func WithBooleanItems(opts ...PropertyOption) PropertyOption {
	return func(schema map[string]any) {
		items := map[string]any{"type": "boolean"}
		for _, opt := range opts {
			opt(items)
		}
		schema["items"] = items
	}
}

type CallToolParams struct {
	Name      string
	Arguments any
	MultiRoundTripParams
}

type CallToolRequest struct{ Params CallToolParams }

func (r CallToolRequest) GetString(key, other string) string       { return other }
func (r CallToolRequest) GetBool(key string, other bool) bool      { return other }
func (r CallToolRequest) RequireString(key string) (string, error) { return "", nil }
func (r CallToolRequest) RequireBool(key string) (bool, error)     { return false, nil }
func (r CallToolRequest) GetArguments() map[string]any             { return nil }

type (
	InputRequest         struct{ Elicitation *ElicitationParams }
	InputRequests        map[string]InputRequest
	InputResponse        struct{ Elicitation *ElicitationResult }
	InputResponses       map[string]InputResponse
	MultiRoundTripResult struct {
		InputRequests InputRequests
		RequestState  string
	}
	MultiRoundTripParams struct {
		InputResponses InputResponses
		RequestState   string
	}
)

func NewElicitationInputRequest(params ElicitationParams) InputRequest { return InputRequest{} }

type CallToolResult struct {
	MultiRoundTripResult
	IsError bool
}

func NewToolResultText(text string) *CallToolResult  { return &CallToolResult{} }
func NewToolResultError(text string) *CallToolResult { return &CallToolResult{IsError: true} }

func NewTypedToolHandler[T any](handler func(context.Context, CallToolRequest, T) (*CallToolResult, error)) func(context.Context, CallToolRequest) (*CallToolResult, error) {
	return nil
}

func NewStructuredToolHandler[TArgs, TResult any](handler func(context.Context, CallToolRequest, TArgs) (TResult, error)) func(context.Context, CallToolRequest) (*CallToolResult, error) {
	return nil
}

type ElicitationResponseAction string

const ElicitationResponseActionAccept ElicitationResponseAction = "accept"

type ElicitationResponse struct {
	Action  ElicitationResponseAction
	Content any
}

type ElicitationResult struct{ ElicitationResponse }

type (
	ElicitationParams struct {
		Message         string
		RequestedSchema any
	}
	ElicitationRequest   struct{ Params ElicitationParams }
	CreateMessageRequest struct{ MaxTokens int }
	CreateMessageResult  struct{ Model string }
)

type (
	MCPMethod        string
	ListToolsRequest struct{}
	ListToolsResult  struct{ Tools []Tool }
)

type SchemaCache struct{}

func WithCachedInputSchema[T any](cache *SchemaCache) ToolOption { return nil }
