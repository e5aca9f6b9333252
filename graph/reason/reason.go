package reason

import (
	"fmt"
	"strings"
)

// A Code is why something is not known, without the names that belong to it.
type Code uint8

// A Reason is why something is not known. Reasons can be compared; the zero Reason is none.
type Reason struct {
	Code Code
	Args [maxArgs]string // the names that the words of the code need, in their order
}

// maxArgs is the largest number of places in the words of a code.
const maxArgs = 2

// Of returns the reason of a code, with a name for each place in its words.
func Of(c Code, args ...string) Reason {
	r := Reason{Code: c}
	if len(args) > maxArgs {
		panic(fmt.Sprintf("reason: internal error: %d names for %q", len(args), c))
	}
	copy(r.Args[:], args)
	return r
}

// Words returns the reason that somebody gives in words: a graph file, or an annotation. It
// is none if there are no words.
func Words(text string) Reason {
	if text == "" {
		return Reason{}
	}
	return Of(Told, text)
}

// Given reports whether there is a reason.
func (r Reason) Given() bool { return r.Code != None }

// IsFailure reports whether agentvet failed, by a defect of its own. A reason that was
// written and read again has its words only.
func (r Reason) IsFailure() bool {
	start, _, _ := strings.Cut(words[Failure], "%")
	return r.Code == Failure || r.Code == Told && strings.HasPrefix(r.Args[0], start)
}

// String returns the words of r, a clause that completes "unknown because …"; "" if it is
// none.
func (r Reason) String() string {
	text := r.Code.String()
	args := make([]any, places(text))
	for i := range args {
		args[i] = r.Args[i]
	}
	return fmt.Sprintf(text, args...)
}

// String returns the words of c, with their places.
func (c Code) String() string {
	if c >= numCodes {
		return fmt.Sprintf("reason %d", uint8(c))
	}
	return words[c]
}

// places returns how many names words need.
func places(words string) int { return strings.Count(words, "%") }
