package annotation

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSaid: what tags say to libraries for JSON schemas, in the two ways to write them.
func TestSaid(t *testing.T) {
	for _, c := range []struct {
		tag, description string
		schema           []string
	}{
		{`json:"a"`, "", nil},
		{`jsonschema:"the name, or nothing"`, "the name, or nothing", nil},
		{`jsonschema:"required,description=Who gets it\\, or nobody,minLength=2,enum=a"`, "Who gets it, or nobody", []string{"minLength 2", "required"}},
		{`jsonschema:"required" jsonschema_description:"Who gets it."`, "Who gets it.", []string{"required"}},
		{`description:"Who gets it." default:"ann" required:"true"`, "Who gets it.", []string{"default ann", "required true"}},
		{`jsonschema:"title=To" description:"Who."`, "Who.", []string{"title To"}},
	} {
		if got := description(c.tag); got != c.description {
			t.Errorf("description(%s) = %q, want %q", c.tag, got, c.description)
		}
		if diff := cmp.Diff(c.schema, schemaWords(c.tag)); diff != "" {
			t.Errorf("schemaWords(%s) (-want +got):\n%s", c.tag, diff)
		}
	}
}
