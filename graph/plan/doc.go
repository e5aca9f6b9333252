// Package plan reads plans and finds what is wrong with them by themselves. A plan is what a model
// proposes before anything runs: a list of calls of tools, with conditions.
//
//	{
//	  "goal": "answer the last letter",
//	  "steps": [
//	    {"label": "read", "toolName": "fetch_emails", "arguments": {"limit": 1}, "resultBinding": "mail"},
//	    {"label": "urgent?", "condition": "@mail == urgent", "then": [
//	      {"label": "answer", "toolName": "send_email", "arguments": {"to": "desk", "body": "@mail"}}
//	    ]}
//	  ]
//	}
//
// # The form
//
// It is the JSON that the verifier of Atmosphere reads, and Decode takes nothing else: text around
// the object, keys that have no meaning here or occur twice, nulls and names that are blank are
// errors with their places. In arguments, at any depth, a string "@name" is a reference to what an
// earlier call has bound, and "@@name" the text "@name". Only a whole string is a reference. A
// condition is one comparison: a reference, an operator, and a reference or a constant.
//
// # Runs
//
// A run takes the steps in order. A call gets its arguments, with what references are bound to in
// their place, and what it returns is bound to its name; an earlier value of the name is gone. A
// condition is decided when the run gets to it, and one of its lists of steps is taken. Two conditions
// that compare the same values in the same way come out the same: bound names change only where
// they are bound again. To order what is no number is a failure, and so is a tool that fails: the
// run ends there.
//
// With "version": 1, a plan may have loops, parts that run side by side, and inputs: see loop.go. A loop is
// read as its rounds, each within the one before, so that nothing below knows of loops.
//
// What a tool returns is not known. So all runs are: every value of every result.
//
// # What is found
//
// Check compares a plan with tools: calls of tools that there are not, references that are not bound
// on every way to them, arguments that are missing, too many or of the wrong type, numbers beyond the
// bound of their field, and conditions if they are not permitted. What cannot be decided is a Problem
// too, with the verdict unknown. Workflow makes a graph.Workflow of a plan, for the engines that know
// nothing of plans. Data is followed by package taint/planflow.
//
// # Reading order
//
// plan.go has the model. text.go reads JSON into values with places; decode.go makes plans of them,
// condition.go reads conditions, loop.go what Atmosphere does not have. check.go is what is wrong,
// arguments.go that of arguments, bound.go that of numbers. workflow.go translates. eval.go says what a plan
// means where values are known.
//
// Names in this package: p *Plan, s *Step, c *Call, v *Value, t *graph.Tool. It imports package
// graph and the standard library only.
package plan
