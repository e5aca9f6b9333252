// Package schema declares the part of Eino's package of this name that the
// programs of this directory use. Like all packages of this module, it does
// nothing.
package schema

type Message struct{ Content string }

type ToolInfo struct {
	Name, Desc string
	*ParamsOneOf
}

type DataType string

const (
	Object  DataType = "object"
	Integer DataType = "integer"
	String  DataType = "string"
	Array   DataType = "array"
)

type ParameterInfo struct {
	Type      DataType
	ElemInfo  *ParameterInfo
	SubParams map[string]*ParameterInfo
	Desc      string
	Enum      []string
	Required  bool
}

type ParamsOneOf struct{}

func NewParamsOneOfByParams(params map[string]*ParameterInfo) *ParamsOneOf { return nil }

type StreamReader[T any] struct{}

type StreamWriter[T any] struct{}

func (sw *StreamWriter[T]) Send(chunk T, err error) (closed bool) { return false }
