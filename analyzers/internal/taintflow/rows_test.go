package taintflow

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/internal/passtest"
	"github.com/agentvet/agentvet/taint"
)

// withRows returns a policy with rows on libraries.
func withRows(tb testing.TB, rows string) *policy.Policy {
	tb.Helper()
	text := "version: 1\nlibraries: |\n  " + strings.ReplaceAll(strings.TrimSpace(rows), "\n", "\n  ") + "\n"
	p, err := policy.Load(filepath.Join(tb.TempDir(), policy.FileName), []byte(text), policy.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// TestLibrary compares what is said of a program under a policy with rows with the
// comments in it.
func TestLibrary(t *testing.T) {
	p := withRows(t, `
package example.com/taintflow/library
source    own ticket
sink      notifier.Notify log 0
sink      fine log 0
package os
source    Hostname ticket result0
package html
sanitizer EscapeString ticket 0->result
sanitizer UnescapeString other 0->result
package unicode/utf8
validator ValidString ticket 0 true
package strings
sanitizer ToUpper ticket 1->result
package mime
source    FormatMediaType ticket
package net/smtp
flow      NoSuch
`)
	a := New(verify.Options{Policy: p}, directive.New(p))
	for _, act := range passtest.Run(t, a, "testdata", "./library") {
		var states []string
		for _, u := range act.Result.(*Result).Uses().Rows {
			states = append(states, u.Name+" "+u.State.String())
		}
		const want = "own found, notifier.Notify found, fine found, Hostname found, EscapeString found, UnescapeString found, ValidString found, ToUpper misplaced"
		if got := strings.Join(states, ", "); !strings.HasPrefix(got, want) {
			t.Errorf("rows: %s, want %s", got, want)
		}
	}
}

// TestFactKey wants summaries under one policy not to be taken for those under another
// that says something else of code, and only those.
func TestFactKey(t *testing.T) {
	one := withRows(t, "package os\nsource Hostname ticket")
	again := withRows(t, "package os\n# a comment\nsource Hostname ticket result")
	other := withRows(t, "package os\nsource Hostname tickets")
	if factKey(one) != factKey(again) || factKey(one) == factKey(other) || factKey(one) == "" {
		t.Errorf("keys %q, %q and %q", factKey(one), factKey(again), factKey(other))
	}
	if key := factKey(policy.Default()); key != "" {
		t.Errorf("key %q of the default", key)
	}
}

const rowProgram = `package p

import (
	"net/http"
	"os/exec"
	"testing"
)

type base struct{ Field string }

func (*base) Method() {}

type Wrapper struct{ base }

type Alias = http.Client

type Iface interface {
	http.Handler
	Ask(string) (int, error)
}

var Variable = exec.Command

func Test(t *testing.T) {}

func hidden(f func(int, string)) bool { return f != nil }

func Generic[T any](list ...T) T { return list[0] }

type Box[T any] struct{ Value T }

func (b *Box[T]) Get() (T, error) { return b.Value, nil }
`

// TestRows looks up rows for what there is, in a package and in its imports, and for what
// there is not.
func TestRows(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", rowProgram, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("example.com/p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pkg, row string
		state    report.RowState
		problem  string // a part of it
	}{
		{"example.com/p", "flow hidden", report.RowFound, ""},
		{"example.com/p", "flow Variable", report.RowFound, ""},
		{"example.com/p", "flow Generic 0->result", report.RowFound, ""},
		{"example.com/p", "flow Box.Get recv->result0", report.RowFound, ""},
		{"example.com/p", "source Box.Value l field", report.RowFound, ""},
		{"example.com/p", "source Wrapper l type", report.RowFound, ""},
		{"example.com/p", "flow Iface.Ask 0->result0", report.RowFound, ""},
		{"example.com/p", "validator hidden l 0 true", report.RowFound, ""},
		{"example.com/p", "validator Iface.Ask l 0 nil", report.RowFound, ""},
		{"example.com/p", "share hidden s 0 1", report.RowFound, ""},
		{"example.com/p", "flow base.Method", report.RowFound, ""},
		{"net/http", "sink Client.Get url 0 where=0:http*", report.RowFound, ""},
		{"net/http", "source Response.Body l field", report.RowFound, ""},
		{"net/http", "flow Handler.ServeHTTP", report.RowFound, ""},
		{"builtin", "flow error.Error recv->result", report.RowFound, ""},
		{"net/url", "source URL.Host l field", report.RowFound, ""}, // net/http mentions it

		{"testing", "flow common.Log", report.RowFound, ""}, // testing.T embeds it
		{"testing", "source common.name l field", report.RowFound, ""},

		{"net/htpt", "flow Get", report.RowUnread, `no package that was read imports net/htpt; did you mean "net/http"?`},
		{"example.com/q", "flow F", report.RowUnread, "imports example.com/q"},
		{"exec", "flow Command", report.RowUnread, `imports exec; did you mean "os/exec"?`},
		{"crypto/tl", "flow Dial", report.RowUnread, `did you mean "crypto/tls"?`},
		{"net/url", "flow NoSuch", report.RowHidden, "imports net/url itself, so that nobody knows whether it has NoSuch"},
		{"net/http", "flow Gett", report.RowMissing, `package net/http has no Gett; did you mean "Get"?`},
		{"net/http", "flow Client.Gett", report.RowMissing, `did you mean "Client.Get"?`},
		{"net/http", "flow Cliemt.Get", report.RowMissing, `did you mean "Client.Get"?`},
		{"net/http", "flow ResponseRecorder.Flush", report.RowMissing, "package net/http has no ResponseRecorder.Flush"},
		{"example.com/p", "flow Wrapper.Get", report.RowMissing, `package example.com/p has no Wrapper.Get`},
		{"example.com/p", "flow Boxx.Get", report.RowMissing, `did you mean "Box.Get"?`},
		{"example.com/p", "flow Box.Put", report.RowMissing, "package example.com/p has no Box.Put"},
		{"builtin", "flow len", report.RowMissing, "builtin has no len"},
		{"example.com/p", "flow Wrapper.Method", report.RowMoved, "Wrapper.Method of package example.com/p is declared as example.com/p.base.Method"},
		{"testing", "flow T.Log", report.RowMoved, "is declared as testing.common.Log"},
		{"example.com/p", "source Wrapper.Field l field", report.RowMoved, "is declared as example.com/p.base.Field"},
		{"example.com/p", "flow Alias.Get", report.RowMoved, "is declared as net/http.Client.Get"},
		{"example.com/p", "flow Iface.ServeHTTP", report.RowMoved, "is declared as net/http.Handler.ServeHTTP"},
		{"example.com/p", "source Alias l type", report.RowMoved, "is declared as net/http.Client"},
		{"example.com/p", "flow hidden 1->result", report.RowMisplaced, "is func(f func(int, string)) bool, which has no argument 1"},
		{"example.com/p", "flow hidden recv->result", report.RowMisplaced, "has no receiver"},
		{"example.com/p", "source base.Method l", report.RowMisplaced, "has no result"},
		{"example.com/p", "source hidden l result1", report.RowMisplaced, "has no result 1"},
		{"example.com/p", "flow base.Method each->recv", report.RowMisplaced, "has no argument"},
		{"example.com/p", "sink hidden exec 0 where=2:a", report.RowMisplaced, "has no argument 2"},
		{"example.com/p", "put hidden s 1 0", report.RowMisplaced, "has no argument 1"},
		{"example.com/p", "share hidden s 0 2", report.RowMisplaced, "has no function with a parameter 2 as argument 0"},
		{"example.com/p", "validator hidden l 0 nil", report.RowMisplaced, "has no last result that is nil"},
		{"example.com/p", "validator Iface.Ask l 0 true", report.RowMisplaced, "has no last result that is true"},
		{"example.com/p", "source hidden l field", report.RowMisplaced, "has no place of a field"},
		{"example.com/p", "source Variable l", report.RowMisplaced, "is a variable"},
		{"example.com/p", "source Box l", report.RowMisplaced, "is a type"},
		{"example.com/p", "source Box.Value l", report.RowMisplaced, "is a field"},
	} {
		table, err := taint.ParseTable("rows", "package "+c.pkg+"\n"+c.row)
		if err != nil {
			t.Errorf("%s: %v", c.row, err)
			continue
		}
		u := rowUses(pkg, table.All())[0]
		if problem := u.Problem(); u.State != c.state || !strings.Contains(problem, c.problem) || (problem == "") != (c.state == report.RowFound) {
			t.Errorf("%s: %s: %s, %q; want %s, %q", c.pkg, c.row, u.State, problem, c.state, c.problem)
		}
	}
}
