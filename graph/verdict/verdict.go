// Package verdict defines what a check answers about a rule and a program.
//
// There are three answers, never two. A rule holds if it was proved for every run
// that the model of the program allows; it is violated if a run shows that it does
// not hold; and it is unknown otherwise, for a reason that stands beside it. Unknown
// is the zero value: an answer that nobody gave never reads as one that was.
//
// All engines answer in this one type, so that no border between them can turn an
// answer into another one. What a monitor says of one run of an agent is no verdict
// on the agent: see dfa.Verdict.
package verdict

import (
	"fmt"
	"slices"
	"strconv"
)

// A Verdict is the answer of a check.
type Verdict uint8

const (
	Unknown  Verdict = iota // could not be decided; the reason is given beside it
	Holds                   // proved for every run that the model allows
	Violated                // with a witness
)

var words = []string{"unknown", "holds", "violated"}

// String returns the word for v, as JSON and SARIF have it.
func (v Verdict) String() string {
	if int(v) < len(words) {
		return words[v]
	}
	return "invalid(" + strconv.Itoa(int(v)) + ")"
}

// Parse returns the verdict that a word stands for.
func Parse(word string) (Verdict, error) {
	if i := slices.Index(words, word); i >= 0 {
		return Verdict(i), nil
	}
	return Unknown, fmt.Errorf("unknown word %q", word)
}
