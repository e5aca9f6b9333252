package policy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/policyfile"
)

var schemaFile = filepath.Join("..", "..", "docs", "agentvet.schema.json")

// unsaid lists the files of testdata/bad whose mistakes the schema cannot say,
// and why.
var unsaid = map[string]string{
	"documents": "two documents are two instances",
	"cycle":     "an alias to itself is no JSON",
	"alias":     "not YAML",
	"bytes":     "not YAML",
	"empty":     "not YAML",
	"syntax":    "not YAML",
	"tab":       "not YAML",
	"names":     "names that occur twice",
	"rules":     "texts of rules",
	"twice":     "keys that occur twice",
	"globs":     "brackets without an end, and ranges that run backwards",
	"days":      "days that do not exist",
	"stranger":  "policies that do not exist",
	"inventory": "paths that lead out of a directory",
	"pack":      "names of the built-in pack are taken",

	"libraries":      "texts of rows",
	"librarycomment": "comments in the text of rows",
	"libraryquoted":  "texts of rows",
	"libraryrows":    "lines of the text of rows",
}

// TestSchema holds the loader and the schema to one answer.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files(t, "good") {
		value, err := instance(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: the schema rejects what the loader accepts: %v", name, err)
		}
	}
	for _, name := range files(t, "bad") {
		short := strings.TrimSuffix(filepath.Base(name), ".yaml")
		if unsaid[short] != "" {
			continue
		}
		value, err := instance(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := schema.Validate(value); err == nil {
			t.Errorf("%s: the schema accepts what the loader rejects", name)
		}
	}
	for short := range unsaid {
		if !slices.Contains(files(t, "bad"), filepath.Join("testdata", "bad", short+".yaml")) {
			t.Errorf("%s is listed as an exception and does not exist", short)
		}
	}
}

// beyondSchema matches mistakes that a schema cannot say: in the text of a rule or of
// a row, and in the name of a policy that another entry uses.
var beyondSchema = regexp.MustCompile(`\A[^ ]+ (rule|all): (want .*not the end|.* is no kind of atom)` +
	`|libraries: (want (where|a line)|unknown verb)|no rule is called "policy/`)

// TestSchemaEach breaks a good file in one place after the other, since a file
// with several mistakes says little about each.
func TestSchemaEach(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join("testdata", "good", "full.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(src)), "\n")
	tried := 0
	for i, line := range lines {
		for _, change := range []struct{ from, to string }{
			{":", "x:"}, {": ", ": [1] #"}, {": ", ": 7 #"}, {": ", ": {a: b} #"}, {": ", ": '' #"}, {": ", ": surely #"},
			{"- ", "- 3 #"}, {": ", ": off #"}, {": ", ": 2027-01-01 #"}, {": ", ": true #"},
		} {
			broken := slices.Clone(lines)
			broken[i] = strings.Replace(line, change.from, change.to, 1)
			text := []byte(strings.Join(broken, "\n"))
			value, err := decodeInstance(text)
			if broken[i] == line || err != nil {
				continue
			}
			tried++
			_, loaded := Load("a.yaml", text, Options{})
			if loaded != nil && beyondSchema.MatchString(loaded.Error()) {
				continue
			}
			if valid := schema.Validate(value); (loaded == nil) != (valid == nil) {
				t.Errorf("line %d, %q: the loader says %v, the schema %v", i+1, broken[i], loaded, valid)
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d files were tried", tried)
	}
}

// The parts of the schema that follow the registry of rules.
var (
	severityLines     = regexp.MustCompile(`(?s)("severities": \{.*?"properties": \{\n)(.*?)(      \})`)
	suppressibleLines = regexp.MustCompile(`(?s)("suppressible": \{.*?"enum": \[\n)(.*?)(      \]\})`)
)

// updated returns the schema with the rules of the registry.
func updated(schema []byte) []byte {
	var severities, suppressibles []string
	for _, name := range rules.Names() {
		ref := "severityOrOff"
		if rules.Matches(name, rules.Undecided) {
			ref = "severity"
		}
		severities = append(severities, fmt.Sprintf("        %q: {\"$ref\": \"#/$defs/%s\"}", name, ref))
		if suppressible(name) {
			suppressibles = append(suppressibles, fmt.Sprintf("        %q", name))
		}
	}
	if !slices.Contains(rules.Names(), Group) {
		suppressibles = append(suppressibles, fmt.Sprintf("        %q", Group))
	}
	replace := func(re *regexp.Regexp, lines []string) {
		schema = re.ReplaceAll(schema, []byte("${1}"+strings.ReplaceAll(strings.Join(lines, ",\n"), "$", "$$")+"\n${3}"))
	}
	replace(severityLines, severities)
	replace(suppressibleLines, suppressibles)
	return schema
}

// TestSchemaWords holds the words in the schema to those of the loader. With
// -update, the schema follows the registry of rules.
func TestSchemaWords(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, schemaFile, string(updated(data)))
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"properties/profile/enum":                  anys(policyfile.Words("profile")),
		"$defs/severity/enum":                      anys(policyfile.Words("severity")),
		"$defs/severityOrOff/enum":                 append(anys(policyfile.Words("severity")), policyfile.Off),
		"$defs/policy/properties/handling/enum":    anys(policyfile.Words("handling")),
		"$defs/policy/properties/fairness/enum":    anys(policyfile.Words("fairness")),
		"$defs/policy/properties/owasp/items/enum": anys(rules.Items()),
		"properties/policies/maxItems":             float64(policyfile.MaxPolicies),
	}
	for path, words := range want {
		got := at(t, tree, path)
		if diff := cmp.Diff(words, *got); diff != "" {
			t.Errorf("%s (-loader +schema):\n%s", path, diff)
		}
	}
	for _, r := range Default().Rules {
		_ = at(t, tree, "properties/builtin/properties/"+r.Name)
	}
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// at returns the value at a path of keys and indexes.
func at(t *testing.T, tree any, path string) *any {
	t.Helper()
	for key := range strings.SplitSeq(path, "/") {
		switch v := tree.(type) {
		case map[string]any:
			tree = v[key]
		case []any:
			tree = v[key[0]-'0']
		}
		if tree == nil {
			t.Fatalf("the schema has no %s", path)
		}
	}
	return &tree
}

// instance returns a YAML file as JSON has it.
func instance(name string) (any, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return decodeInstance(src)
}

func decodeInstance(src []byte) (any, error) {
	doc := new(yaml.Node)
	if err := yaml.Load(src, doc); err != nil {
		return nil, err
	}
	value, err := plain(doc.Content[0])
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

// plain returns a node as editors give it to their validator: dates are texts,
// and keys are texts.
func plain(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return plain(n.Alias)
	case yaml.SequenceNode:
		out := []any{}
		for _, c := range n.Content {
			v, err := plain(c)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	case yaml.MappingNode:
		out := make(map[string]any)
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := plain(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			out[n.Content[i].Value] = v
		}
		return out, nil
	}
	if tag := n.ShortTag(); tag == "!!timestamp" || tag == "!!str" {
		return n.Value, nil
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, fmt.Errorf("line %d: %w", n.Line, err)
	}
	return v, nil
}
