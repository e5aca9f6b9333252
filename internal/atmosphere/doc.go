// Package atmosphere reads policies of the plan verifier of Atmosphere, and says the same in the terms of
// agentvet.
//
//	{"name": "mail", "allowedTools": ["fetch", "send"], "controlFlow": "BRANCHING",
//	 "taintRules": [{"name": "no-leak", "sourceTool": "fetch", "sinkTool": "send", "sinkParam": "body"}],
//	 "automata": [{"name": "auth", "initialState": "out", "states": [{"name": "out"}, {"name": "bad", "error": true}],
//	   "transitions": [{"fromState": "out", "toState": "bad", "toolName": "send"}]}],
//	 "grantedCapabilities": ["net"], "toolCapabilityRequirements": {"send": ["net"]},
//	 "numericInvariants": [{"toolName": "pay", "argName": "amount", "op": "LE", "bound": 1000}]}
//
// # What becomes of it
//
// What is about runs goes into the policy file: the tools that are allowed, the capabilities that are granted,
// that plans have no conditions, and the automata, as formulas. What is about tools belongs to their code, as
// tags and directives, or to a registry: what must not reach an argument, the bounds of numbers, the
// capabilities that a tool needs.
//
// Unknown keys, states that are not declared and conditions that are none are errors with their places: there,
// they pass silently. A bound by name stays one, and proves nothing: a model chooses the names.
//
// # Automata as formulas
//
// An automaton is in a set of states, which a call moves along all transitions that it matches; a state that
// none leads out of stays. Where states do not lead back, "it is in q" is: since a call led into q, none led
// out of it. Where they do, that is enough only if each call that moves within the circle leads to the same
// state from all of its states, as login and logout do. Other automata are an error: no rule is written that
// means something else.
package atmosphere
