// Package plans verifies what a model proposes, in the program that would run it, and runs what was
// allowed. It holds plans to the files that static analysis and guards read as well, which a program
// embeds:
//
//	//go:embed agentvet.yaml
//	var policy []byte
//
//	//go:embed registry.json
//	var registry []byte
//
//	verifier, err := plans.New(plans.Program{Policy: policy, Registry: registry})
//
//	answer := verifier.Verify(text) // from the model
//	if !answer.Allowed() {
//		return answer.Message() // to the model, which may try again
//	}
//	results, err := plans.Run(ctx, answer, nil, call)
//
// # What an answer says
//
// A plan holds, is refused, or could not be decided. Only one that holds may run. Message has the words
// for a model: each step that is wrong, the rule, how it comes about, what would be allowed. The findings
// are those of agentvet plan: docs/plan.md says what is checked, and what is not.
//
// Nearest is for who cannot make a plan of that: the plan that is allowed and differs least from the one that is not.
//
// # Safe on hostile input
//
// A plan has limits (plan.MaxBytes, plan.MaxSteps), and the time that it takes is bounded with it: what
// takes longer is not decided. A panic in the verifier is an answer with an error. The message has no
// control characters.
//
// # Running
//
// Run takes the steps of the plan that was verified, so that what was shown, what was verified and what
// runs are one. It calls what it is given for each call: put a guard in it, as in the example, so that
// each call is also held to what happened in its session.
//
// The package reads no code: it needs a YAML library and a solver, and nothing else.
package plans
