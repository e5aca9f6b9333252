// Package stepwise is the example for those who teach agentvet a framework: everything that
// a small one needs, and nothing else. The framework itself, and a program on it, stand in
// testdata; no real program imports it, so it is not in the list of package workflow.
//
//	f := stepwise.New("desk").
//		AddStep("ask", ask, stepwise.WithTools(pay)).
//		AddStep("review", review).
//		Start("ask").
//		Route("ask", func(s *stepwise.State) string { … })
//	f.Then("review", "ask")
//
// The rows in stepwise.txt say what each call means, and what happens to data in it; the
// code says how the engine runs a flow.
//
// # What the engine does
//
//   - A run begins with the step that Start names. Steps run one at a time.
//   - A step with a router is followed by the step that this returns; one without, by all
//     that Then names, in order. One without either ends its way.
//   - Of two steps with one name the last one counts.
//   - Nothing limits a loop, and nothing asks a human.
//
// # Not seen
//
// Which tool a step calls, and how often: any of those that it has.
package stepwise
