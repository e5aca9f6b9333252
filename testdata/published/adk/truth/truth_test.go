// Package truth holds what ADK says of the programs of this module, and what they
// do when they run.
package truth

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/adkagents/internal/play"
	"example.com/adkagents/internal/scripted"
	"example.com/adkagents/internal/truth"
	"example.com/adkagents/published/catalog"
	"google.golang.org/genai"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden: the files say what the framework says.
func TestGolden(t *testing.T) {
	for _, p := range catalog.Programs {
		t.Run(p.Name, func(t *testing.T) {
			root, err := p.Build(scripted.New())
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := truth.Encode(&got, truth.Of(root, p.Package())); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", truth.GoldenName(p.Name))
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s is stale, run with -update:\n%s", file, got.Bytes())
			}
		})
	}
}

const application = `{"name":"Ann","passport":"X12345678","verified":false,"score":0}`

// TestRuns: what happens when the programs run and every person says yes.
func TestRuns(t *testing.T) {
	call := scripted.Call
	say := scripted.Say
	tests := []struct {
		program   string
		message   string
		turns     []*genai.Part
		requests  int    // of the model
		questions int    // to people
		err       string // a part of it
	}{
		{"brainstorm/bad", "gifts", nil, 0, 0, "no end"},
		{"brainstorm/clean", "gifts", nil, 8 * 3, 0, ""},
		{"brainstorm/clean", "gifts", []*genai.Part{say("a kite"), say("fine"), call("exit_loop", map[string]any{})}, 3, 0, ""},
		{"compliancereview/published", "a savings account", nil, 1 + 3 + 1 + 3*2, 1, ""},
		{"contentpipeline/published", "heat pumps", []*genai.Part{
			call("web_search", map[string]any{"query": "heat pumps"}),
			call("scraper", map[string]any{"url": "https://example.com/heat-pumps"}),
		}, 7, 0, ""},
		{"customeronboarding/published", application, []*genai.Part{say(`{"name":"Ann","limit":500}`)}, 2, 0, ""},
		{"customeronboarding/published", application, []*genai.Part{say(`{"name":"Ann","limit":9000}`)}, 1, 0, "limit 9000"},
		{"customeronboarding/clean", application, []*genai.Part{say(`{"name":"Ann","limit":500}`)}, 2, 1, ""},
		{"documentprocessing/published", "mail-17.png", []*genai.Part{
			call("tesseract", map[string]any{"file": "mail-17.png"}), say("Invoice 17"), say("ACME, 240"), say("invoice"),
			call("postgres_insert", map[string]any{"kind": "invoice", "sender": "ACME", "body": "240"}),
		}, 6, 0, ""},
		{"incidentresponse/bad", "checkout is slow", []*genai.Part{say("sev3")}, 5, 0, ""}, // nobody is asked, whatever happens
		{"incidentresponse/bad", "checkout is down", []*genai.Part{say("sev1")}, 7, 0, ""},
		{"incidentresponse/clean", "checkout is down", []*genai.Part{say("sev1")}, 7, 1, ""},
		{"investmentteam/published", "10 million", nil, 4, 1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.program, func(t *testing.T) {
			m := scripted.New(tt.turns...)
			root, err := catalog.Build(tt.program, m)
			if err != nil {
				t.Fatal(err)
			}
			questions, err := play.Run(root, tt.message, 100)
			if got := fmt.Sprint(err); (err == nil) != (tt.err == "") || !strings.Contains(got, tt.err) {
				t.Fatalf("ended with %v, want %q", err, tt.err)
			}
			if n := len(m.Requests()); tt.requests > 0 && n != tt.requests || questions != tt.questions {
				t.Errorf("%d requests and %d questions, want %d and %d", n, questions, tt.requests, tt.questions)
			}
		})
	}
}
