package truth

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"

	bad "example.com/ingenimax/refund/bad"
	clean "example.com/ingenimax/refund/clean"
)

// plan is a plan to pay back.
const plan = `{"description": "pay", "steps": [{"toolName": "refund_order", "parameters": {"order": "A-1"}}]}`

// TestRefund writes down what the agents of the desk have.
func TestRefund(t *testing.T) {
	for _, p := range []struct {
		name        string
		desk, night func(interfaces.LLM, *os.File) (*sdk.Agent, error)
	}{{"refund/bad", bad.Desk, bad.Night}, {"refund/clean", clean.Desk, clean.Night}} {
		t.Run(p.name, func(t *testing.T) {
			m := newModel(t, func(string) string { return plan })
			desk, err := p.desk(m, os.Stdout)
			if err != nil {
				t.Fatal(err)
			}
			night, err := p.night(m, os.Stdout)
			if err != nil {
				t.Fatal(err)
			}
			var d dump
			for i, a := range append([]*sdk.Agent{desk, night}, desk.GetSubAgents()...) {
				g := describe(t, m, a)
				g.Root = i < 2
				d.Agents = append(d.Agents, g)
			}
			compare(t, p.name, d)
		})
	}
}

// TestPlan runs a plan with and without the clerk: only one of the programs asks.
func TestPlan(t *testing.T) {
	for _, p := range []struct {
		name, answer, want string
		run                func(context.Context, interfaces.LLM, *os.File) (string, error)
	}{
		{"refund/bad", "", "refund A-1 20\n", bad.CleanUp},
		{"refund/clean", "no\n", "", clean.CleanUp},
		{"refund/clean", "yes\n", "refund A-1 20\n", clean.CleanUp},
	} {
		t.Run(p.name+" "+strings.TrimSpace(p.answer), func(t *testing.T) {
			book, err := os.Create(filepath.Join(t.TempDir(), "book"))
			if err != nil {
				t.Fatal(err)
			}
			defer book.Close()
			input, err := os.CreateTemp(t.TempDir(), "answer")
			if err != nil {
				t.Fatal(err)
			}
			defer input.Close()
			if _, err := input.WriteString(p.answer); err != nil {
				t.Fatal(err)
			}
			if _, err := input.Seek(0, 0); err != nil {
				t.Fatal(err)
			}
			stdin := os.Stdin
			os.Stdin = input
			defer func() { os.Stdin = stdin }()
			if _, err := p.run(context.Background(), newModel(t, func(string) string { return plan }), book); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(book.Name())
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != p.want {
				t.Errorf("the book says %q, want %q", got, p.want)
			}
		})
	}
}
