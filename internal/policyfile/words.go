package policyfile

// This file defines the words that a policy file chooses from.

import (
	"fmt"
	"slices"
)

// Handling says what a running agent does when a policy is violated.
type Handling uint8

const (
	handlingUnset Handling = iota
	Warn                   // note it and go on
	Block                  // refuse the step
	Halt                   // end the run
	Escalate               // ask a human
)

var handlingWords = []string{"unset", "warn", "block", "halt", "escalate"}

func (h Handling) String() string { return word(handlingWords, int(h)) }

// fairness says which runs without an end count.
type fairness uint8

const (
	fairnessUnset fairness = iota
	fair                   // those that take each way out of a loop at some time
	noFairness             // all of them
)

var fairnessWords = []string{"unset", "fair", "none"}

func (f fairness) String() string { return word(fairnessWords, int(f)) }

// Profile is a name for a set of checks. See profiles.
type Profile uint8

const (
	profileUnset     Profile = iota
	DefaultProfile           // what agentvet does without a file
	StrictProfile            // what is not proved is reported; every workflow has a human step
	RegulatedProfile         // that, an approval for each call, and no suppression for ever
)

var profileWords = []string{"unset", "default", "strict", "regulated"}

func (p Profile) String() string { return word(profileWords, int(p)) }

// profiles are the checks that profiles set; the keys of a file override them.
var profiles = [...]Checks{
	DefaultProfile:   {},
	StrictProfile:    {Strict: true, EachExit: true, RequireHuman: true},
	RegulatedProfile: {Strict: true, EachExit: true, RequireHuman: true, PerCall: true},
}

// Off is the word that switches a rule off.
const Off = "off"

func word(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return fmt.Sprintf("invalid(%d)", i)
}

// parseWord returns the value that a word stands for, 0 if it is none. The first
// word is that of the zero value, which cannot be written.
func parseWord[T ~uint8](words []string, s string) T {
	return T(max(0, slices.Index(words[1:], s)+1))
}

// Words returns the words that may stand at a key: profile, severity, handling or fairness.
func Words(key string) []string {
	switch key {
	case "profile":
		return profileWords[1:]
	case "severity":
		return severityWords()
	case "handling":
		return handlingWords[1:]
	case "fairness":
		return fairnessWords[1:]
	}
	return nil
}
