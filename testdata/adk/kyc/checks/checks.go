// Package checks is what a bank wants to know about a new customer.
package checks

import (
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// An Applicant wants an account.
type Applicant struct {
	Name    string `json:"name"`
	Country string `json:"country"`
	Born    string `json:"born"`
}

// A Finding is what one check says.
type Finding struct {
	Name   string `json:"name"` // of the applicant
	Check  string `json:"check"`
	Points int    `json:"points"` // 0 is unremarkable
}

// Intake reads the form.
func Intake(_ agent.Context, form string) (Applicant, error) {
	name, country, _ := strings.Cut(form, ",")
	return Applicant{Name: strings.TrimSpace(name), Country: strings.TrimSpace(country)}, nil
}

// ReadPassport reads the passport, or what the scanner left of it.
func ReadPassport(_ agent.Context, a Applicant) (Applicant, error) { return a, nil }

// CompareFaces looks from the photo to the passport and back.
func CompareFaces(_ agent.Context, a Applicant) (Finding, error) {
	return Finding{Name: a.Name, Check: "identity"}, nil
}

// Residence looks for the address in the register.
func Residence(_ agent.Context, a Applicant) (Finding, error) {
	return Finding{Name: a.Name, Check: "residence"}, nil
}

// Listed reports whether a sanctions list knows the name.
func Listed(a Applicant) bool { return strings.Contains(strings.ToLower(a.Name), "bond") }

// SearchDeep reads every list that there is.
func SearchDeep(_ agent.Context, a Applicant) (Finding, error) {
	return Finding{Name: a.Name, Check: "sanctions", Points: 50}, nil
}

// ClearNote says in writing that nothing was found.
func ClearNote(_ agent.Context, a Applicant) (Finding, error) {
	return Finding{Name: a.Name, Check: "sanctions"}, nil
}

// Decline writes a letter that gives no reasons.
func Decline(_ agent.Context, _ any) (string, error) { return "We regret.", nil }

// Points adds up what the checks found.
func Points(evidence map[string]any) int {
	sum := 0
	for _, f := range evidence {
		if f, ok := f.(Finding); ok {
			sum += f.Points
		}
	}
	return sum
}

// AccountOf returns the arguments of open_account for the applicant that the
// evidence is about.
func AccountOf(evidence map[string]any) map[string]any {
	for _, f := range evidence {
		if f, ok := f.(Finding); ok {
			return map[string]any{"name": f.Name}
		}
	}
	return map[string]any{"name": "nobody"}
}

// Announce emits one route and the value that goes with it.
func Announce(ctx agent.Context, emit func(*session.Event) error, route string, out any) error {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = []string{route}
	ev.Output = out
	return emit(ev)
}

type openArgs struct {
	Name string `json:"name"`
}

type openResult struct {
	IBAN string `json:"iban"`
}

// OpenAccount returns the tool that makes a customer of an applicant.
func OpenAccount() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "open_account",
		Description: "Opens an account.",
	}, func(_ agent.Context, in openArgs) (openResult, error) {
		return openResult{IBAN: "XX00 " + in.Name}, nil
	})
}

// Sign puts a name under a finding.
func Sign(_ agent.Context, f Finding) (Finding, error) { return f, nil }
