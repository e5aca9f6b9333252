package trace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa"
)

// replay returns what rules say of a log: a line for each violation, with the
// lines of its witness, and one for each run.
func replay(t *testing.T, log string, unfinished bool, texts ...string) string {
	t.Helper()
	var rules []dfa.Rule
	for i, text := range texts {
		rules = append(rules, dfa.Rule{Name: fmt.Sprint(i), DFA: dfa.MustCompile(text)})
	}
	m, err := dfa.NewMonitor(rules...)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	r := Replay{
		Unfinished: unfinished,
		Violation: func(v *Violation) {
			fmt.Fprintf(&b, "%s%d %v:", v.Run, v.Rule, v.Verdict)
			for _, e := range v.Witness {
				fmt.Fprintf(&b, " %d", e.Pos.Line)
			}
			b.WriteByte('\n')
		},
		Ended: func(run *Run) {
			fmt.Fprintf(&b, "%s %v after %d events: %v %v\n", run.ID, run.End, run.Events, run.Verdicts, slices.DeleteFunc(run.Reasons, func(r Reason) bool { return r == ReasonNone }))
		},
	}
	if err := r.Run(m, rules, Read("log", strings.NewReader(log))); err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String()
}

// events returns a log of calls of the tools; h is a human who is asked, . the end
// of the run, and "x:" before a tool the run.
func events(words string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(words) {
		run, name, ok := strings.Cut(w, ":")
		if !ok {
			run, name = "", w
		}
		switch name {
		case "h":
			fmt.Fprintf(&b, "{%q: %q, \"human\": true}\n", "run", run)
		case ".":
			fmt.Fprintf(&b, "{%q: %q, \"end\": \"finished\"}\n", "run", run)
		default:
			fmt.Fprintf(&b, "{%q: %q, \"tool\": %q, \"args\": {}}\n", "run", run, name)
		}
	}
	return b.String()
}

func TestReplay(t *testing.T) {
	for _, tt := range []struct {
		name, log  string
		rules      []string
		unfinished bool
		want       string
	}{
		{"a witness is short", events("look look h pay look h look pay look pay look pay"),
			[]string{"human before each tool:pay", "at most 2 tool:pay", "never tool:rm"}, false,
			"0 violated: 10\n" + "1 violated: 4 8 10\n" + " none after 12 events: [violated violated accepted] []\n"},
		{"a loop is cut out", events("open close open look close look open pay"), []string{"ltlf: G(tool:pay -> !(!tool:close S tool:open))"}, false,
			"0 violated: 7 8\n" + " none after 8 events: [violated] []\n"},
		{"owed at the end", events("deploy report look deploy look ."), []string{"tool:deploy -> F tool:report"}, false,
			"0 unmet: 4\n" + " finished after 5 events: [unmet] []\n"},
		{"owed when broken off", events("deploy look"), []string{"tool:deploy -> F tool:report"}, true,
			" none after 2 events: [inconclusive] [broken off]\n"},
		{"nothing ever", events("look"), []string{"ltlf: F tool:report"}, false,
			"0 unmet:\n" + " none after 1 events: [unmet] []\n"},
		{"runs mix", events("a:pay b:h b:pay a:. b:h c:rm b:."), []string{"human before tool:pay", "never tool:rm"}, false,
			"a0 violated: 1\n" + "a finished after 1 events: [violated accepted] []\n" + "c1 violated: 6\n" +
				"b finished after 3 events: [accepted accepted] []\n" + "c none after 1 events: [accepted violated] []\n"},
		{"arguments are not known", `{"tool": "pay"}`, []string{"never tool:pay(amount > 10)", "never tool:pay"}, false,
			"1 violated: 1\n" + " none after 1 events: [inconclusive violated] [arguments not known]\n"},
		{"an error ends it", events("pay") + "{", []string{"never tool:pay"}, false,
			"0 violated: 1\n" + "log:2:2: the object ends here, without a }\n"},
		{"tags are not recorded", `{"Name": "execute_tool rm", "SpanContext": {"TraceID": "t", "SpanID": "1"}, "EndTime": "2026-11-21T10:00:00Z",
			"Attributes": [{"Key": "gen_ai.operation.name", "Value": {"Value": "execute_tool"}}]}`,
			[]string{"never destructive", "never cap:fs", "never llm_step", "never tool"}, false,
			"t3 violated: 1\n" + "t finished after 1 events: [inconclusive inconclusive accepted violated] [tags or capabilities not recorded tags or capabilities not recorded]\n"},
	} {
		if diff := cmp.Diff(tt.want, replay(t, tt.log, tt.unfinished, tt.rules...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestWitnessReplays: the events of a witness alone violate the rule, at the last
// of them.
func TestWitnessReplays(t *testing.T) {
	rules := []string{"human before each tool:a", "at most 2 tool:b", "never tool:c after tool:a", "tool:a only between tool:b and tool:c",
		"tool:a -> F[<=3] tool:c", "tool:a U tool:b"}
	words := []string{"a", "b", "c", "h", "x"}
	for seed := range 700 {
		var log []string
		for n := seed; n > 0; n /= len(words) {
			log = append(log, words[n%len(words)])
		}
		for _, text := range rules {
			d := dfa.MustCompile(text)
			rule := []dfa.Rule{{Name: "r", DFA: d}}
			m := dfa.MustMonitor(rule...)
			r := Replay{Violation: func(v *Violation) {
				if v.Verdict != dfa.Violated {
					return
				}
				m := m.Fresh()
				for i, e := range v.Witness {
					if denied := m.Step(&e.Event).Denied(); denied != (i == len(v.Witness)-1) {
						t.Fatalf("%s of %v: event %d of the witness", text, log, i)
					}
				}
				if m.Verdict(0) != dfa.Violated || len(v.Witness) > d.Len() {
					t.Fatalf("%s of %v: %d events are no witness", text, log, len(v.Witness))
				}
			}}
			if err := r.Run(m, rule, Read("log", strings.NewReader(events(strings.Join(log, " "))))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for e := range numEnds {
		if slices.Index(endWords[:], e.String()) != int(e) {
			t.Errorf("End %d is called %q", e, e)
		}
	}
	for r := range NumReasons {
		if slices.Index(reasonWords[:], r.String()) != int(r) {
			t.Errorf("Reason %d is called %q", r, r)
		}
	}
}
