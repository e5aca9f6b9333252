package report

// This file makes the help of an analyzer out of its package comment.

import "strings"

// AnalyzerHelp returns the section "# Analyzer NAME" of the package comment in
// source, in the form that analysis.Analyzer.Doc wants.
func AnalyzerHelp(source, name string) string {
	comment, _, _ := strings.Cut(source, "\npackage ")
	_, section, _ := strings.Cut(comment, "# Analyzer "+name+"\n//\n")
	var b strings.Builder
	for line := range strings.Lines(section) {
		line = strings.TrimPrefix(line, "//")
		b.WriteString(strings.TrimPrefix(line, " "))
	}
	doc := strings.TrimSpace(b.String())
	return strings.TrimPrefix(doc, name+": ")
}
