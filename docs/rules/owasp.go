package rules

// This file knows the catalogues that rules point to: the lists of OWASP, and MITRE ATLAS.

import (
	"fmt"
	"slices"
)

// Items returns what a rule or a policy may say that it answers: the items of the OWASP
// Top 10 for LLM Applications 2025 and 2026, and of the Top 10 for Agentic Applications 2026,
// which was published in December 2025.
func Items() []string {
	var items []string
	for _, year := range []int{2025, 2026} {
		for i := range 10 {
			items = append(items, fmt.Sprintf("LLM%02d:%d", i+1, year))
		}
	}
	for i := range 10 {
		items = append(items, fmt.Sprintf("ASI%02d", i+1))
	}
	return items
}

// successors has, for each item of the list for LLM applications of 2025, the one of 2026 that took
// its subject over, as the folder 2026/final of OWASP's repository has them.
var successors = map[string]string{
	"LLM01:2025": "LLM01:2026", // Prompt Injection
	"LLM02:2025": "LLM02:2026", // Sensitive Information Disclosure
	"LLM03:2025": "LLM04:2026", // Supply Chain
	"LLM04:2025": "LLM05:2026", // Data and Model Poisoning
	"LLM05:2025": "LLM10:2026", // Improper Output Handling
	"LLM06:2025": "LLM03:2026", // Excessive Agency
	"LLM07:2025": "LLM08:2026", // System Prompt Leakage, now Hidden Context Exposure
	"LLM08:2025": "LLM09:2026", // Vector and Embedding Weaknesses
	"LLM09:2025": "LLM07:2026", // Misinformation
	"LLM10:2025": "LLM06:2026", // Unbounded Consumption
}

// Succeeded returns items with those that took them over, each after the one that it follows, once.
func Succeeded(items []string) []string {
	var all []string
	for _, item := range items {
		for _, name := range []string{item, successors[item]} {
			if name != "" && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// techniques has the names of the techniques of MITRE ATLAS, release 5.6, that rules are about.
var techniques = map[string]string{
	"AML.T0029":     "Denial of AI Service",
	"AML.T0034.002": "Cost Harvesting: Agentic Resource Consumption",
	"AML.T0050":     "Command and Scripting Interpreter",
	"AML.T0051":     "LLM Prompt Injection",
	"AML.T0051.001": "LLM Prompt Injection: Indirect",
	"AML.T0049":     "Exploit Public-Facing Application",
	"AML.T0053":     "AI Agent Tool Invocation",
	"AML.T0055":     "Unsecured Credentials",
	"AML.T0057":     "LLM Data Leakage",
	"AML.T0080":     "AI Agent Context Poisoning",
	"AML.T0085.001": "Data from AI Services: AI Agent Tools",
	"AML.T0086":     "Exfiltration via AI Agent Tool Invocation",
	"AML.T0098":     "AI Agent Tool Credential Harvesting",
	"AML.T0101":     "Data Destruction via AI Agent Tool Invocation",
	"AML.T0102":     "Generate Malicious Commands",
	"AML.T0105":     "Escape to Host",
	"AML.T0109":     "AI Supply Chain Rug Pull",
	"AML.T0110":     "AI Agent Tool Poisoning",
}

// Technique returns the name of a technique of MITRE ATLAS, "" for one that no rule is about.
func Technique(id string) string { return techniques[id] }
