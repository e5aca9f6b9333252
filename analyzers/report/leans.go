package report

// This file says on which conditions policies lean.

import (
	"fmt"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// Turn names an event, after another one if there is one.
func Turn(event, after *syntax.Atom) string {
	if after == nil {
		return event.String()
	}
	return fmt.Sprintf("%s after %s", event, after)
}

// ExcludedBy says what makes runs impossible: what is counted or kept in the state, or conditions that exclude each other.
func ExcludedBy(x *product.Exclusion) string {
	if len(x.Counters) > 0 {
		var names []string
		for _, c := range x.Counters {
			names = append(names, shortCounter(c.Name))
		}
		return ": the state decides it, by " + and(names)
	}
	switch len(x.Clash) {
	case 0:
		return ", whatever the conditions are"
	case 1:
		return fmt.Sprintf(": %s never holds", x.Clash)
	}
	return fmt.Sprintf(": %s exclude each other", conditions(x.Clash))
}
