// Package truth starts the sessions of this module with processes that only record: which
// tools they are told of, and what they hear when they ask for a call. Each session runs
// twice, with a human who agrees and with one who does not.
//
// A real process is not at hand. In which order Claude Code asks hooks, modes, rules and
// functions is what its documentation says; see claude.go.
package truth
