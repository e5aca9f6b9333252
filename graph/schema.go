package graph

// This file makes tools of what a framework shows of them at run time.

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/agentvet/agentvet/graph/reason"
)

// Shown returns a tool of which a framework shows a name and a description. No description makes it one that the
// framework adds: somebody else may have written it.
func Shown(framework, name, description string) *Tool {
	t := &Tool{Name: name, Description: description, Framework: framework}
	if t.Added() {
		t.Description += "."
	}
	if name == "" {
		t.Unknown = reason.Of(reason.NoName)
	}
	return t
}

// SchemaParams returns the arguments that a JSON schema of an object names. The type of one is the word for it, if that is
// all that its schema says; else it is the schema, as all of it is told to a model. What the schema says beside is the
// type of "*".
func SchemaParams(schema []byte) ([]Param, error) {
	if len(schema) == 0 || string(schema) == "null" {
		return nil, nil
	}
	var object struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(schema, &object); err != nil {
		return nil, fmt.Errorf("no JSON schema of an object: %w", err)
	}
	var params []Param
	for _, name := range slices.Sorted(maps.Keys(object.Properties)) {
		typ, err := schemaType(object.Properties[name])
		if err != nil {
			return nil, err
		}
		params = append(params, Param{Path: name, Type: typ, Optional: !slices.Contains(object.Required, name)})
	}
	var rest map[string]json.RawMessage
	if err := json.Unmarshal(schema, &rest); err != nil {
		return nil, err
	}
	for _, key := range []string{"$schema", "properties", "required"} {
		delete(rest, key)
	}
	if string(rest["type"]) == `"object"` {
		delete(rest, "type")
	}
	if len(rest) > 0 {
		text, err := json.Marshal(rest)
		if err != nil {
			return nil, err
		}
		typ, err := schemaType(text)
		if err != nil {
			return nil, err
		}
		params = append(params, Param{Path: "*", Type: typ, Optional: true})
	}
	return params, nil
}

// schemaType returns the word for a type, or its schema with sorted keys.
func schemaType(schema json.RawMessage) (string, error) {
	var value any
	if err := json.Unmarshal(schema, &value); err != nil {
		return "", err
	}
	if m, ok := value.(map[string]any); ok {
		if word, ok := m["type"].(string); ok && len(m) == 1 {
			return word, nil
		}
	}
	text, err := json.Marshal(value)
	return string(text), err
}
