package rules

import (
	"fmt"
	"slices"
	"strconv"
)

// Severity says how much a finding matters. The zero value is no severity.
type Severity uint8

const (
	SeverityUnset Severity = iota
	Info
	Low
	Medium
	High
	Critical
)

var severityNames = []string{"unset", "info", "low", "medium", "high", "critical"}

// String returns the word for s.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "invalid(" + strconv.Itoa(int(s)) + ")"
}

// ParseSeverity returns the severity that a word stands for.
func ParseSeverity(word string) (Severity, error) {
	if i := slices.Index(severityNames, word); i >= 0 {
		return Severity(i), nil
	}
	return SeverityUnset, fmt.Errorf("unknown word %q", word)
}
