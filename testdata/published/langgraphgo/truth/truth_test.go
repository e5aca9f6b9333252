// Package truth holds what langgraphgo says of the programs of this module, and
// what they do when they run.
package truth

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"

	"example.com/langgraphgoagents/internal/scripted"
	"example.com/langgraphgoagents/internal/truth"
	codeassistant "example.com/langgraphgoagents/published/codeassistant/published"
	supportbad "example.com/langgraphgoagents/published/customersupport/bad"
	supportclean "example.com/langgraphgoagents/published/customersupport/clean"
	"example.com/langgraphgoagents/published/customersupport/desk"
	triagebad "example.com/langgraphgoagents/published/emailtriage/bad"
	triageclean "example.com/langgraphgoagents/published/emailtriage/clean"
	"example.com/langgraphgoagents/published/emailtriage/mailbox"
	advisor "example.com/langgraphgoagents/published/financialadvisor/published"
	research "example.com/langgraphgoagents/published/multiagentresearch/published"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A run is one run of a program's graph, in which people say yes.
type run = func(context.Context, *graph.Config) error

// A form is one program in one form. Its scripts are those of the models of some
// runs, which together take every edge that a condition can take.
type form struct {
	name    string
	scripts [][]string
	build   func(llms.Model) (program any, do func(program any) run, err error)
}

// start returns what runs the graph of a program on an input.
func start[S any](input S) func(any) run {
	return func(program any) run {
		return func(ctx context.Context, config *graph.Config) error {
			_, err := compiled(program).(*graph.StateRunnable[S]).InvokeWithConfig(ctx, input, config)
			return err
		}
	}
}

// says returns a model that gives answers in turn, the last one again and again.
func says(answers ...string) llms.Model {
	m := new(scripted.Model)
	for _, text := range answers {
		m.Answers = append(m.Answers, llms.ContentChoice{Content: text})
	}
	return m
}

// compiled returns the graph that a program keeps to itself.
func compiled(program any) any {
	f := reflect.ValueOf(program).Elem().FieldByName("graph")
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface()
}

var forms = []form{
	{"codeassistant/published", [][]string{
		{"a spec", "def f(:", "close it", "def test_f(): pass"},
	}, func(m llms.Model) (any, func(any) run, error) {
		p, err := codeassistant.New(m)
		return p, start(codeassistant.Task{Request: "a function"}), err
	}},
	{"customersupport/bad", [][]string{{"faq"}, {"order"}, {"complaint"}, {"poetry"}}, func(m llms.Model) (any, func(any) run, error) {
		p, err := supportbad.New(m)
		return p, start(desk.Case{Customer: "Ann", Message: "Hello?"}), err
	}},
	{"customersupport/clean", [][]string{{"faq"}, {"order"}, {"complaint"}, {"poetry"}}, func(m llms.Model) (any, func(any) run, error) {
		p, err := supportclean.New(m)
		return p, start(desk.Case{Customer: "Ann", Message: "Hello?"}), err
	}},
	{"emailtriage/bad", [][]string{{"urgent"}, {"normal"}}, func(m llms.Model) (any, func(any) run, error) {
		p, err := triagebad.New(m)
		return p, start(mailbox.Mail{From: "ann@example.com", Body: "Where is it?"}), err
	}},
	{"emailtriage/clean", [][]string{{"urgent"}, {"normal"}}, func(m llms.Model) (any, func(any) run, error) {
		p, err := triageclean.New(m)
		return p, start(mailbox.Mail{From: "ann@example.com", Body: "Where is it?"}), err
	}},
	{"financialadvisor/published", [][]string{
		{"growth", "low", "BND 10", "OK"},
		{"growth", "low", "VTI 100", "too large"},
	}, func(m llms.Model) (any, func(any) run, error) {
		p, err := advisor.New(m)
		return p, start(advisor.Advice{Client: "Ann"}), err
	}},
	{"multiagentresearch/published", [][]string{
		{"plan", "heat", "a draft", "APPROVED"},
		{"plan", "heat", "a draft", "no sources"},
	}, func(m llms.Model) (any, func(any) run, error) {
		p, err := research.New(m)
		return p, start(research.Report{Question: "Do heat pumps work?"}), err
	}},
}

// TestGolden: the files say what the framework says.
func TestGolden(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			got := truth.Encode(f.name, []truth.Workflow{view(t, f)})
			file := filepath.Join("golden", strings.ReplaceAll(f.name, "/", "-")+".json")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("%s is stale, run with -update:\n%s", file, got)
			}
		})
	}
}

// view builds a program, runs it by each script, and notes where it stops for a
// person before a step.
func view(t *testing.T, f form) truth.Workflow {
	t.Helper()
	var program any
	var runs []run
	for _, script := range f.scripts {
		p, do, err := f.build(says(script...))
		if err != nil {
			t.Fatal(err)
		}
		program = p
		runs = append(runs, do(p))
	}
	w := truth.Of(f.name, compiled(program), runs...)
	if p, ok := program.(*triageclean.Triage); ok {
		_, err := p.Answer(t.Context(), mailbox.Mail{From: "ann@example.com"}, func(mailbox.Mail) bool { return false })
		w.Stops(err)
	}
	return w
}
