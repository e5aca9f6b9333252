package rules

import "fmt"

// Items returns what a rule or a policy may say that it answers: the items of the OWASP
// Top 10 for LLM Applications 2025, and of the Top 10 for Agentic Applications 2026,
// which was published in December 2025.
func Items() []string {
	var items []string
	for i := range 10 {
		items = append(items, fmt.Sprintf("LLM%02d:2025", i+1))
	}
	for i := range 10 {
		items = append(items, fmt.Sprintf("ASI%02d", i+1))
	}
	return items
}
