// Package rules holds the help pages of agentvet's rules: one Markdown file for
// each rule, named as the rule is. They are read on the web, by agentvet
// explain, and as the help of SARIF results.
package rules

import "embed"

// Pages holds every page under the rule's ID and ".md".
//
//go:embed structure agentvet delegation policy taint
var Pages embed.FS
