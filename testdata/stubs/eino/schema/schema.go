// Package schema declares the part of Eino's package of this name that the
// command-line scripts use.
package schema

type Message struct{ Content string }

type ToolInfo struct {
	Name, Desc string
	*ParamsOneOf
}

type ParameterInfo struct {
	Type, Desc string
	Required   bool
}

type ParamsOneOf struct{}

func NewParamsOneOfByParams(params map[string]*ParameterInfo) *ParamsOneOf { return nil }

func SystemMessage(content string) *Message { return &Message{Content: content} }

func UserMessage(content string) *Message { return &Message{Content: content} }
