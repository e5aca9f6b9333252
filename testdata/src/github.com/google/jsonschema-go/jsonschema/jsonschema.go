// Package jsonschema is a stub: what programs that declare MCP tools use of the library.
package jsonschema

// Schema is a JSON schema.
type Schema struct {
	Type       string
	Properties map[string]*Schema
}

// Resolved is a schema that values can be checked with.
type Resolved struct{ root *Schema }

// Ptr returns a pointer to a variable that holds x.
func Ptr[T any](x T) *T { return &x }

// Resolve checks the schema itself.
func (s *Schema) Resolve(any) (*Resolved, error) { return &Resolved{s}, nil }
