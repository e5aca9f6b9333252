package policy

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/docs/rules"
)

var (
	goodBlock = regexp.MustCompile("(?s)\n```yaml\n(.*?)```\n")
	badBlock  = regexp.MustCompile("(?s)\n```yaml bad\n(.*?)```\n\n```\n(.*?)```\n")
)

// TestDocs loads the examples of docs/policy.md, compares what it shows of the
// mistakes, and wants it to speak of every key and of the whole pack.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "policy.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, m := range goodBlock.FindAllStringSubmatch(text, -1) {
		if _, err := Load(FileName, []byte(m[1]), Options{}); err != nil {
			t.Errorf("%v\n%s", err, m[1])
		}
	}
	for _, m := range badBlock.FindAllStringSubmatch(text, -1) {
		_, err := Load(FileName, []byte(m[1]), Options{})
		var list ErrorList
		if !errors.As(err, &list) {
			t.Fatalf("error %v, want a list", err)
		}
		if diff := cmp.Diff(m[2], list.Details()+"\n"); diff != "" {
			t.Errorf("mistakes (-page +loader):\n%s", diff)
		}
	}
	schema, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(schema, &tree); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys(tree) {
		if !strings.Contains(text, "`"+key+"`") {
			t.Errorf("the page does not speak of the key %s", key)
		}
	}
	for _, r := range Default().Rules {
		if row := "| `" + r.Name + "` | `" + r.Text + "`"; !strings.Contains(text, row) || !strings.Contains(text, "| "+strings.Join(r.OWASP, ", ")+" |") {
			t.Errorf("the page has no row %s … | %s |", row, strings.Join(r.OWASP, ", "))
		}
		if known, ok := rules.ByID(Group + "/" + r.Name); ok && len(known.OWASP) > 0 && !slices.Equal(known.OWASP, r.OWASP) {
			t.Errorf("%s answers %v, and %v in the registry of rules", r.Name, r.OWASP, known.OWASP)
		}
	}
}

// keys returns the keys of the file that a schema defines, apart from names of
// rules.
func keys(schema any) []string {
	var out []string
	switch v := schema.(type) {
	case map[string]any:
		properties, _ := v["properties"].(map[string]any)
		for key := range properties {
			if !strings.Contains(key, "/") && !slices.Contains([]string{"agentvet", "policy", "structure"}, key) {
				out = append(out, key)
			}
		}
		for _, child := range v {
			out = append(out, keys(child)...)
		}
	case []any:
		for _, child := range v {
			out = append(out, keys(child)...)
		}
	}
	return out
}
