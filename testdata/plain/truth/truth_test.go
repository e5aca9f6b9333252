// Package truth finds out what the programs do with what a model chooses, by
// running them against a model that is a script: which names they have code for,
// how often they ask, and whether a person is asked first. agents.json keeps it.
package truth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	openai "github.com/sashabaranov/go-openai"

	mailbad "example.com/plainagents/mailroom/bad"
	mailclean "example.com/plainagents/mailroom/clean"
	opsbad "example.com/plainagents/opsbot/bad"
	opsclean "example.com/plainagents/opsbot/clean"
)

// A program runs once against a model, with a person who answers yes or no, and
// says what it changed.
type program func(t *testing.T, url string, yes bool) (changed bool, err error)

var programs = map[string]program{
	"opsbot/bad": func(t *testing.T, url string, yes bool) (bool, error) {
		b := &opsbad.Bot{Client: openAI(url), Answer: person(yes), Done: map[string]string{}}
		_, err := b.Run(context.Background(), "alarm")
		return len(b.Done) > 0, err
	},
	"opsbot/clean": func(t *testing.T, url string, yes bool) (bool, error) {
		b := &opsclean.Bot{Client: openAI(url), Answer: person(yes), Done: map[string]string{}}
		_, err := b.Run(context.Background(), "alarm")
		return len(b.Done) > 0, err
	},
	"mailroom/bad": func(t *testing.T, url string, yes bool) (bool, error) {
		r := &mailbad.Room{Client: anthropicClient(url), Folders: folders(), Ask: func(string) bool { return yes }}
		_, err := r.Sort(context.Background(), "tidy up")
		return len(r.Folders) == 0, err
	},
	"mailroom/clean": func(t *testing.T, url string, yes bool) (bool, error) {
		r := &mailclean.Room{Client: anthropicClient(url), Folders: folders(), Ask: func(string) bool { return yes }}
		_, err := r.Sort(context.Background(), "tidy up")
		return len(r.Folders) == 0, err
	},
}

func folders() map[string][]string { return map[string][]string{"db": {"a mail"}} }

func person(yes bool) *strings.Reader {
	if yes {
		return strings.NewReader(strings.Repeat("yes\n", 100))
	}
	return strings.NewReader(strings.Repeat("no\n", 100))
}

func openAI(url string) *openai.Client {
	config := openai.DefaultConfig("key")
	config.BaseURL = url
	return openai.NewClientWithConfig(config)
}

func anthropicClient(url string) anthropic.Client {
	return anthropic.NewClient(option.WithBaseURL(url), option.WithAPIKey("key"), option.WithMaxRetries(0))
}

// A model wants one tool called so many times, then answers.
type model struct {
	tool    string
	times   int
	asked   int
	refused bool // the program said that it has no such tool
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.asked++
	var body any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text := fmt.Sprint(body)
	m.refused = m.refused || strings.Contains(text, "no such tool") || strings.Contains(text, "there is no tool")
	call := m.asked <= m.times
	w.Header().Set("Content-Type", "application/json")
	if strings.HasSuffix(r.URL.Path, "/chat/completions") {
		message := map[string]any{"role": "assistant", "content": "done"}
		if call {
			message["tool_calls"] = []any{map[string]any{"id": "1", "type": "function", "function": map[string]any{
				"name": m.tool, "arguments": `{"name":"db"}`,
			}}}
		}
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": message}}})
		return
	}
	content := map[string]any{"type": "text", "text": "done"}
	if call {
		content = map[string]any{"type": "tool_use", "id": "1", "name": m.tool, "input": map[string]any{"name": "db"}}
	}
	json.NewEncoder(w).Encode(map[string]any{"type": "message", "role": "assistant", "content": []any{content}})
}

// ask runs a program against a model that wants a tool.
func ask(t *testing.T, p program, tool string, times int, yes bool) (m *model, changed bool) {
	t.Helper()
	m = &model{tool: tool, times: times}
	server := httptest.NewServer(m)
	defer server.Close()
	changed, err := p(t, server.URL, yes)
	if err != nil && times < 100 {
		t.Errorf("%s: %v", tool, err)
	}
	return m, changed
}

type agent struct {
	Package, Agent string
	Tools          []string
	Bound          int
}

// names are those that any of the programs has, and one that none has.
var names = []string{"empty_folder", "list_mail", "no_such_thing", "prune_logs", "read_status", "restart_service"}

func TestTruth(t *testing.T) {
	data, err := os.ReadFile("agents.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []agent
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want) != len(programs) {
		t.Errorf("%d agents, %d programs", len(want), len(programs))
	}
	for _, a := range want {
		t.Run(a.Package, func(t *testing.T) {
			p := programs[a.Package]
			var tools []string
			for _, name := range names {
				if m, _ := ask(t, p, name, 1, true); !m.refused {
					tools = append(tools, name)
				}
			}
			if !slices.Equal(tools, a.Tools) {
				t.Errorf("it has code for %v, not %v", tools, a.Tools)
			}
			if m, _ := ask(t, p, a.Tools[0], 1000, true); m.asked != a.Bound {
				t.Errorf("it asks %d times, not %d", m.asked, a.Bound)
			}
		})
	}
}

// TestGates: what a person refuses does not happen, but for the planted defects.
func TestGates(t *testing.T) {
	for _, test := range []struct {
		program, tool string
		happens       bool
	}{
		{"opsbot/bad", "restart_service", true},
		{"opsbot/bad", "prune_logs", false},
		{"opsbot/clean", "restart_service", false},
		{"opsbot/clean", "prune_logs", false},
		{"mailroom/bad", "empty_folder", true},
		{"mailroom/clean", "empty_folder", false},
	} {
		if _, changed := ask(t, programs[test.program], test.tool, 1, false); changed != test.happens {
			t.Errorf("%s: %s after a no: %v, want %v", test.program, test.tool, changed, test.happens)
		}
	}
}
