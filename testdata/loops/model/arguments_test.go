package model

import (
	"encoding/json"
	"testing"
)

// TestArguments: what is made up fits the schema.
func TestArguments(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"only what is required", `{"type":"object","properties":{"path":{"type":"string"},"deep":{"type":"integer"}},"required":["path"]}`, `{"path":"notes.txt"}`},
		{"everything, if nothing is", `{"type":"object","properties":{"loud":{"type":"boolean"},"n":{"type":"number","minimum":3}}}`, `{"loud":false,"n":3}`},
		{"of a list the first", `{"properties":{"kind":{"enum":["x","y"]},"mode":{"const":"m"},"size":{"type":"integer","default":7}}}`, `{"kind":"x","mode":"m","size":7}`},
		{"lists and objects", `{"type":"object","properties":{"list":{"type":"array","items":{"type":"object","properties":{"url":{"type":"string"}},"required":["url"]}}}}`, `{"list":[{"url":"http://127.0.0.1:1/"}]}`},
		{"several types", `{"type":"object","properties":{"a":{"type":["null","integer"]},"b":{"anyOf":[{"type":"boolean"},{"type":"string"}]}}}`, `{"a":1,"b":false}`},
		{"references", `{"$defs":{"p":{"type":"object","properties":{"x":{"type":"integer"}}}},"type":"object","properties":{"at":{"$ref":"#/$defs/p"}}}`, `{"at":{"x":1}}`},
		{"upper case", `{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}`, `{"city":"Paris"}`},
		{"required, and not described", `{"type":"object","required":["command"]}`, `{"command":"echo hello"}`},
		{"no schema", `null`, `{}`},
	} {
		var schema map[string]any
		if err := json.Unmarshal([]byte(test.schema), &schema); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(new(Script).arguments(Tool{Schema: schema}))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestRecursiveSchema: a schema that holds itself comes to an end.
func TestRecursiveSchema(t *testing.T) {
	schema := map[string]any{"type": "object", "required": []any{"next"}}
	schema["properties"] = map[string]any{"next": map[string]any{"$ref": "#"}}
	if _, err := json.Marshal(new(Script).arguments(Tool{Schema: schema})); err != nil {
		t.Error(err)
	}
	schema["properties"] = map[string]any{"next": schema}
	if _, err := json.Marshal(new(Script).arguments(Tool{Schema: schema})); err != nil {
		t.Error(err)
	}
}
