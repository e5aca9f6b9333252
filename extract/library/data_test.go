package library

import (
	"slices"
	"strings"
	"testing"
)

func parseData(text string) (*Table, error) { return Parse(text, Positions("rows", text), DataRows) }

func TestData(t *testing.T) {
	text := `
package a/b
flow F 0,1->result recv=0 # shared
sink T.M exec 0,each
source T.Field x|y field
validator V path 0 nil
bound T.Field 0..9, <= quota
`
	table, err := parseData(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Data("a/b.F")[0].Passes; len(got) != 2 || !got[1].Same || got[1].From[0].Index != Recv {
		t.Errorf("passes of F = %+v", got)
	}
	if r := table.Data("a/b.T.M")[0]; r.Kind != "exec" || len(r.Places) != 2 || r.Places[1].Index != Each {
		t.Errorf("T.M = %+v", r)
	}
	if r := table.Data("a/b.T.Field")[1]; !r.Field || r.String() != "bound a/b.T.Field >= 0, <= 9, <= quota" {
		t.Errorf("T.Field = %+v", r)
	}
	if r := table.Data("a/b.T.Field")[0]; !r.Field || !slices.Equal(r.Labels, []string{"x", "y"}) {
		t.Errorf("T.Field = %+v", r)
	}
	if r := table.Data("a/b.V")[0]; r.Answer != "nil" {
		t.Errorf("V = %+v", r)
	}
}

func TestDataErrors(t *testing.T) {
	for text, want := range map[string]string{
		"flow F":                                "rows:1:1: want `package PATH` first",
		"package a b":                           "rows:1:1: want `package PATH`",
		"package a\nqqqqq F":                    `rows:2:1: unknown verb "qqqqq"`,
		"package a\n\n  sanitiser F x 0->0":     `rows:3:3: unknown verb "sanitiser"; did you mean "sanitizer"?`,
		"package a\nsink F exec":                "rows:2:1: want `sink FUNC KIND PLACES [where=…] [perhaps]`",
		"package a\nsink F exec where=0:a":      "rows:2:1: want `sink FUNC KIND PLACES [where=…] [perhaps]`",
		"package a\nsink F exec 0 where=a:b":    `rows:2:15: want where=INDEX:PATTERN|…, got "where=a:b"`,
		"package a\nsink F exec 0 where=0:!a":   `rows:2:15: "!a": want a pattern without !, too`,
		"package a\nsink F exec 0 where=0:a|!":  `rows:2:15: "!": syntax error in pattern`,
		"package a\nsink F exec 0 where=0:[":    `rows:2:15: "[": syntax error in pattern`,
		"package a\nflow F 0>1":                 `rows:2:8: want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got "0>1"`,
		"package a\nflow F x->1":                `rows:2:8: want recv, each, result or a number, got "x"`,
		"package a\nflow F 0->result,resultx":   `rows:2:18: want recv, each, result or a number, got "resultx"`,
		"package a\nflow F where=0:a":           "rows:2:8: a flow takes no where=",
		"package a\nsource F a||b":              `rows:2:12: a label without a name: want LABEL or LABEL|LABEL…, got "a||b"`,
		"package a\nvalidator F l 0 maybe":      `rows:2:17: want true, false, nil or some, got "maybe"`,
		"package a\nvalidator F l result true":  `rows:2:15: a validator looks at an argument or at recv, not at "result"`,
		"package a\nbound T.F":                  "rows:2:1: want `bound TYPE.FIELD LIMIT…`",
		"package a\nbound T.F 0..x y":           `rows:2:11: want an integer or a name on both sides of .., not "x y"`,
		"package a\nbound T.F =< 3":             `rows:2:11: "=<" is no comparison: write <, <=, >, >= or ==`,
		"package a\nbound T.F 3\nbound T.F < 4": `rows:2:11: "3" is no limit: write one such as <= 1000`,
		"package a\nput F s one 0":              `rows:2:9: want the number of an argument, got "one"`,
		"package a\nflow F\nflow F 0->1":        "rows:3:1: a.F has a flow row on line 2 already",
		"package a\nsource F l result extra":    "rows:2:19: unexpected \"extra\": want `source FUNC LABELS [PLACES] [where=…]`",
		"package a\nopaque a\n":                 "rows:2:1: a line of opaque is about what agentvet itself reads",
		"package a\nnew F a":                    "rows:2:1: a row of new is about what agentvet itself reads: want one of flow, source, sink, sanitizer, validator, bound, put, get, share",
		"package a\nqqqqq F\nsink F":            "rows:2:1: unknown verb \"qqqqq\"\nrows:3:1: want `sink FUNC KIND PLACES [where=…] [perhaps]`",
	} {
		if _, err := parseData(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q) = %v, want %s", text, err, want)
		}
	}
}

// TestRowString wants every row of ours to print as what it is read from.
func TestRowString(t *testing.T) {
	for _, r := range All().DataRows() {
		text := "package " + r.Package + "\n" + strings.Replace(r.String(), r.Key(), r.Name, 1)
		table, err := parseData(text)
		if err != nil {
			t.Errorf("%s: %v", r, err)
			continue
		}
		if again := table.DataRows()[0]; again.String() != r.String() || again.Field != r.Field || again.Type != r.Type {
			t.Errorf("%s is read as %s", r, again)
		}
	}
}
