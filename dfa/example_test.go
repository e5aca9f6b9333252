package dfa_test

import (
	"fmt"

	"github.com/agentvet/agentvet/dfa"
)

// A guard asks before each call, and tells the monitor what happens besides.
func ExampleMonitor_Admit() {
	m := dfa.MustMonitor(dfa.Rule{Name: "approve", DFA: dfa.MustCompile("human before each tool:refund"), Handling: dfa.Block})
	refund := &dfa.Event{Tool: "refund"}
	fmt.Println(m.Admit(refund).Denied())
	m.Step(&dfa.Event{Human: true})
	fmt.Println(m.Admit(refund).Denied())
	fmt.Println(m.Admit(refund).Denied())
	_, verdicts := m.Finish()
	fmt.Println(verdicts)
	// Output:
	// true
	// false
	// true
	// [accepted]
}
