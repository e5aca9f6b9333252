package jsonformat

import (
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/microsoft/agent-framework-go/agent"
)

func New(name, description string, schema *jsonschema.Schema) agent.ResponseFormat
func FromResponseFormat(format agent.ResponseFormat) (*Format, error)
func Any() agent.ResponseFormat
func Nothing() agent.ResponseFormat
func MustFor[T any]() agent.ResponseFormat
func For[T any]() (agent.ResponseFormat, error)
func ForType(rt reflect.Type) (agent.ResponseFormat, error)

type Format struct {
	agent.ResponseFormat
}

func (f *Format) Unmarshal(data []byte, v any) error
func (f *Format) Marshal(v any) ([]byte, error)
func (f *Format) Normalize(v any) error
