package annotation

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

func TestParseTag(t *testing.T) {
	for _, test := range []struct {
		tag  string
		want Field
	}{
		{`json:"to" sink:"forbid=untrusted"`, Field{Sink: &graph.Sink{Forbid: []string{"untrusted"}}}},
		{`sink:"forbid=fetch_emails|secret|*,name=no-inbox-leak,unless=redact|pkg/clean.Text"`, Field{Sink: &graph.Sink{
			Forbid: []string{"fetch_emails", "secret", "*"}, Name: "no-inbox-leak", Unless: []string{"redact", "pkg/clean.Text"},
		}}},
		{`source:"untrusted|private" capability:"net.smtp"`, Field{Sources: []string{"untrusted", "private"}, Capabilities: []string{"net.smtp"}}},
		{`bound:"<= quota"`, Field{Bounds: []graph.Limit{{Op: "<=", Of: "quota"}}}},
		{`bound:">=-5, < 18446744073709551615"`, Field{Bounds: []graph.Limit{{Op: ">=", Of: "-5"}, {Op: "<", Of: "18446744073709551615"}}}},
		{`bound:"0..account.balance, < 10"`, Field{Bounds: []graph.Limit{{Op: ">=", Of: "0"}, {Op: "<=", Of: "account.balance"}, {Op: "<", Of: "10"}}}},
		{`confine:"sql"`, Field{Confine: graph.ConfineSQL}},
		{`json:"x" yaml:"sink"`, Field{}},
		{``, Field{}},
	} {
		got, errs := parseTag(test.tag)
		if len(errs) > 0 {
			t.Errorf("%s: %v", test.tag, errs[0])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.tag, diff)
		}
	}
}

// TestTagErrors wants each error at the text that it is about.
func TestTagErrors(t *testing.T) {
	for _, test := range []struct{ tag, at, want string }{
		{`json:"a" sink:"forbit=x"`, `forbit`, `it has no option "forbit"; did you mean "forbid"?`},
		{`sink:"name=x"`, `name`, `it does not say what is forbidden: write forbid=LABEL, a tool's name or *`},
		{`sink:""`, `"`, `"" is no option: write forbid=, name= or unless=`},
		{`sink:"forbid=a,forbid=b"`, `forbid=b`, `forbid is given twice`},
		{`sink:"forbid=a||b"`, `|b`, `want a label, the name of a tool or *, not ""`},
		{`sink:"forbid=a,name=no good"`, `no good`, `"no good" is no name`},
		{`source:"a, b"`, `a, b`, `"a, b" is no name; several are separated by |`},
		{`capability:"fs write"`, `fs write`, `"fs write" is no name; several are separated by |`},
		{`bound:"1000"`, `1000`, `"1000" is no limit: write one such as <= 1000`},
		{`bound:"=< 3"`, `=<`, `"=<" is no comparison: write <, <=, >, >= or ==`},
		{`bound:"<= "`, ` "`, `want an integer or a name after <=, not ""`},
		{`bound:"0.."`, `0..`, `want an integer or a name on both sides of .., not ""`},
		{`confine:"paths"`, `paths`, `want one of path, host, command, sql, not "paths"; did you mean "path"?`},
	} {
		_, errs := parseTag(test.tag)
		if len(errs) != 1 {
			t.Errorf("%s: %d errors", test.tag, len(errs))
			continue
		}
		_, message, _ := strings.Cut(errs[0].Message, `": `)
		if message != test.want {
			t.Errorf("%s: %q, want %q", test.tag, message, test.want)
		}
		if !strings.HasPrefix(test.tag[errs[0].Off:], test.at) {
			t.Errorf("%s: at %q, want %q", test.tag, test.tag[errs[0].Off:], test.at)
		}
	}
}

func TestParseDirective(t *testing.T) {
	for _, test := range []struct {
		comment string
		want    *Directive
	}{
		{"//agentvet:capability fs.write net|exec", &Directive{Verb: Capability, Names: []string{"fs.write", "net", "exec"}, Text: "fs.write net|exec"}},
		{"//agentvet:source untrusted", &Directive{Verb: Source, Names: []string{"untrusted"}, Text: "untrusted"}},
		{"//agentvet:sink arg=cmd forbid=untrusted unless=quote", &Directive{
			Verb: SinkArg, Arg: "cmd", Sink: &graph.Sink{Forbid: []string{"untrusted"}, Unless: []string{"quote"}},
			Text: "arg=cmd forbid=untrusted unless=quote",
		}},
		{"//agentvet:sanitizer for=untrusted|pii", &Directive{Verb: Sanitizer, Names: []string{"untrusted", "pii"}, Text: "for=untrusted|pii"}},
		{"//agentvet:human", &Directive{Verb: Human}},
		{"//agentvet:destructive ", &Directive{Verb: Destructive}},
		{"//agentvet:event\ttool:approve human", &Directive{Verb: Event, Names: []string{"tool:approve", "human"}, Text: "tool:approve human"}},
		{"//agentvet:policy gate: approve before delete", &Directive{Verb: Policy, Name: "gate", Text: "approve before delete"}},
		{"//agentvet:grant net.smtp fs.read", &Directive{Verb: Grant, Names: []string{"net.smtp", "fs.read"}, Text: "net.smtp fs.read"}},
		{"//agentvet:ignore structure/dead-end it ends here", &Directive{Verb: Ignore, Text: "structure/dead-end it ends here"}},
		{"// a comment", nil},
		{"// agentvet: what it finds", nil},
		{"/* agentvet:human */", nil},
	} {
		got, err := parseDirective(test.comment)
		if err != nil {
			t.Errorf("%s: %v", test.comment, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.comment, diff)
		}
	}
}

func TestDirectiveErrors(t *testing.T) {
	for _, test := range []struct{ comment, at, want string }{
		{"//agentvet:destructiv", "destructiv", `there is no directive "destructiv"; did you mean "destructive"?`},
		{"//agentvet:", "", `there is no directive ""`},
		{"// agentvet:human", " agentvet", "a directive has no space after //: write //agentvet:human"},
		{"//agentvet:human please", "please", "//agentvet:human takes no arguments"},
		{"//agentvet:capability", "", "want a capability"},
		{"//agentvet:source a,b", "a,b", `"a,b" is no name; several are separated by |`},
		{"//agentvet:sink forbid=x", "forbid", "it does not say which argument: write arg=NAME"},
		{"//agentvet:sink  arg=cmd", "arg", "it does not say what is forbidden: write forbid=LABEL, a tool's name or *"},
		{"//agentvet:sink arg=cmd forbids=x", "forbids", `it has no option "forbids"; did you mean "forbid"?`},
		{"//agentvet:sanitizer untrusted", "untrusted", "it does not say what it removes: write for=LABEL"},
		{"//agentvet:event approve", "approve", `want an event such as tool:approve, not "approve"`},
		{"//agentvet:policy no rule", "no rule", "want NAME: RULE"},
		{"//agentvet:grant fs.read net.*", "net.*", `net covers all below it: write net, not "net.*"`},
		{"//agentvet:grant", "", "want a capability"},
		{"//agentvet:grant fs..read", "fs..read", `"fs..read" is no name of a capability: want one such as fs.read, or * for all`},
	} {
		_, err := parseDirective(test.comment)
		if err == nil {
			t.Errorf("%s: no error", test.comment)
			continue
		}
		if err.Message != test.want {
			t.Errorf("%s: %q, want %q", test.comment, err.Message, test.want)
		}
		if !strings.HasPrefix(test.comment[err.Off:], test.at) {
			t.Errorf("%s: at %q, want %q", test.comment, test.comment[err.Off:], test.at)
		}
	}
}

const described = `package p

import ("encoding/json"; "time")

type Address struct {
	Host string ` + "`json:\"host\" confine:\"host\"`" + `
	next *Address
	Next *Address ` + "`json:\"next\"`" + `
}

type Common struct {
	_     struct{} ` + "`capability:\"net.smtp\"`" + `
	Trace string   ` + "`json:\"trace,omitempty\" source:\"private\"`" + `
}

type page[T any] struct {
	Items []T
	N     int ` + "`bound:\"<= 10\"`" + `
}

type Args struct {
	Common
	To      []*Address         ` + "`json:\"to\"`" + `
	Headers map[string]Address
	Page    page[Common]       ` + "`json:\"page\"`" + `
	Raw     json.RawMessage
	At      time.Time          ` + "`sink:\"forbid=*\"`" + `
	Skip    string             ` + "`json:\"-\" capability:\"fs\"`" + `
	Bad     string             ` + "`confine:\"pth\"`" + `
	any     string
	Blob    []byte
}
`

func TestDescribe(t *testing.T) {
	typ, at := check(t, described, "Args")
	d := new(Set).Describe(typ, at)
	var got []string
	for i := range d.Params {
		p := &d.Params[i]
		got = append(got, p.String()+" ("+p.Field+" "+p.Type+")")
	}
	want := []string{
		"trace source=private (Trace string)",
		"to (To []*p.Address)",
		`"to[].host" confine=host (To.Host string)`,
		`"to[].next" (To.Next *p.Address)`,
		"Headers (Headers map[string]p.Address)",
		`"Headers{}.host" confine=host (Headers.Host string)`,
		`"Headers{}.next" (Headers.Next *p.Address)`,
		"page (Page p.page[p.Common])",
		"page.Items (Page.Items []p.Common)",
		`"page.Items[].trace" source=private (Page.Items.Trace string)`,
		`page.N bound="<= 10" (Page.N int)`,
		"Raw (Raw encoding/json.RawMessage)",
		"At sink=* (At time.Time)",
		"Bad (Bad string)",
		"Blob (Blob []byte)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"fs", "net.smtp"}, d.Capabilities); diff != "" {
		t.Errorf("capabilities (-want +got):\n%s", diff)
	}
	problems := []Problem{{graph.Pos{File: "p.go", Line: 29, Col: 2}, `the tag confine:"pth": want one of path, host, command, sql, not "pth"; did you mean "path"?`}}
	if diff := cmp.Diff(problems, d.Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if !d.Annotated() {
		t.Error("it is annotated")
	}
}

// TestTakes: what JSON value a field takes, and whether it may be left out.
func TestTakes(t *testing.T) {
	typ, at := check(t, `package p
import ("encoding/json"; "time")
type level int8
type list []list
type Args struct {
	A string
	B *level          `+"`json:\"b,omitempty\"`"+`
	C []byte
	D [3]bool         `+"`json:\"d,omitzero\"`"+`
	E map[string][]level
	F struct{ X uint } `+"`json:\"f\"`"+`
	G []struct{}
	H time.Time
	I json.RawMessage
	J any
	K float32         `+"`json:\"k,string\"`"+`
	L byte
	M []any
	N list
	O uintptr
}`, "Args")
	var got []string
	for _, p := range new(Set).Describe(typ, at).Params {
		optional := ""
		if p.Optional {
			optional = "?"
		}
		got = append(got, p.Path+optional+"="+p.Takes)
	}
	want := []string{"A=string", "b?=int8", "C=string", "d?=[]boolean", "E={}[]int8", "f=object", "f.X=uint", "G=[]object", "H=", "I=", "J=", "k=string", "L=uint8", "M=[]",
		"N=" + strings.Repeat("[]", maxDepth), "O=uintptr"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEnum: the values that a tag names.
func TestEnum(t *testing.T) {
	typ, at := check(t, `package p
type Args struct {
	A string   `+"`json:\"a\" jsonschema:\"enum=x,title=A,enum=y\\\\,z,enum=\"`"+`
	B []int    `+"`json:\"b\" jsonschema:\"enum=1,enum=2\"`"+`
	C string   `+"`json:\"c\" jsonschema:\"one of enum=x\"`"+`
}`, "Args")
	var got []string
	for _, p := range new(Set).Describe(typ, at).Params {
		got = append(got, fmt.Sprintf("%s=%q", p.Path, p.Enum))
	}
	if diff := cmp.Diff([]string{`a=["x" "y,z" ""]`, `b=["1" "2"]`, `c=[]`}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDescribeLimits wants an end, and a word about it, where types are larger
// than any tool's.
func TestDescribeLimits(t *testing.T) {
	deep := "package p\ntype Args struct { F T0 }\n"
	for i := range 40 {
		deep += strings.ReplaceAll("type T# struct { F T", "#", strconv.Itoa(i)) + strconv.Itoa(i+1) + " }\n"
	}
	typ, at := check(t, deep+"type T40 struct { F int }\n", "Args")
	if d := new(Set).Describe(typ, at); len(d.Params) != maxDepth || len(d.Problems) != 1 {
		t.Errorf("%d fields, problems %v", len(d.Params), d.Problems)
	}
	wide := "package p\ntype Args struct {\n"
	for i := range maxParams + 5 {
		wide += "F" + strconv.Itoa(i) + " int\n"
	}
	typ, at = check(t, wide+"}\n", "Args")
	if d := new(Set).Describe(typ, at); len(d.Params) != maxParams || len(d.Problems) != 1 {
		t.Errorf("%d fields, problems %v", len(d.Params), d.Problems)
	}
}

// check returns the type called name in source.
func check(t *testing.T, source, name string) (types.Type, func(token.Pos) graph.Pos) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Scope().Lookup(name).Type(), func(p token.Pos) graph.Pos {
		posn := fset.Position(p)
		return graph.Pos{File: posn.Filename, Line: posn.Line, Col: posn.Column}
	}
}

func FuzzParseTag(f *testing.F) {
	for _, s := range []string{`sink:"forbid=a|b,name=n,unless=s"`, `bound:"<= 1, >= x"`, `confine:"path"`, `source:"a|b"`, "sink:\"\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		_, errs := parseTag(tag)
		for _, err := range errs {
			if err.Off < 0 || err.Off > len(tag) {
				t.Errorf("%q: error at %d", tag, err.Off)
			}
		}
	})
}

func FuzzParseDirective(f *testing.F) {
	for _, s := range []string{"//agentvet:sink arg=a forbid=b", "//agentvet:policy n: r", "// agentvet:human", "//agentvet:event a:b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		d, err := parseDirective(comment)
		if d != nil && err != nil {
			t.Errorf("%q: both a directive and an error", comment)
		}
		if err != nil && (err.Off < 0 || err.Off > len(comment)) {
			t.Errorf("%q: error at %d", comment, err.Off)
		}
	})
}
