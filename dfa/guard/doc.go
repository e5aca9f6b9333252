// Package guard stands between an agent and its tools. A call that the policy forbids does not
// happen: it is refused before the tool runs, with a message that a model can act on.
//
//	g, err := guard.New(guard.Options{
//		Rules:   []guard.Rule{{Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate}},
//		Tools:   []guard.Tool{{Name: "lookup"}, {Name: "refund"}},
//		Approve: askOnTheDesk,
//	})
//	err = g.Start(ctx, "session-17")
//	receipt, err := guard.Do(ctx, g, "session-17", guard.Call{Tool: "refund", Arguments: `{"amount": 120}`},
//		func(ctx context.Context) (Receipt, error) { return desk.Refund(ctx, 120) })
//
// The rules are those that agentvet proves of the source: package dfa/guard/files reads them from
// agentvet.yaml, and the tools from registry.json. The modules below this package put a guard into
// the frameworks that call tools.
//
// # Sessions
//
// What happened before decides what may happen now, so a guard follows sessions, each on its own.
// What a session is, the program says: a conversation, a run of a graph, a client. One begins with
// Start, and a call in a session that was neither started nor restored is refused: a guard that has
// forgotten what happened does not begin anew.
//
// Many sessions, and many calls in one, may run at once. In one session a decision and what it
// records are one act, so of two calls that are allowed together only once, one happens.
//
// # Closed on failure
//
// A call happens only if everything went right. An unknown tool, a session whose state is lost, an
// approver that panics or does not answer in time, a store that does not store, an observer that
// panics, and a mistake in this package refuse. After a failure that may have left what is recorded
// different from what happened, the whole session is refused until it is restored.
//
// # A human's yes
//
// A rule with the handling escalate asks: Approve gets the question and may take its time. A human is
// asked only if a yes lets the call happen. The yes belongs to the call that it was given for: if that
// is refused all the same, because something else happened in the meantime, the yes is gone. Without
// Approve, the call is refused with the reason NeedsApproval, which frameworks that interrupt and
// resume turn into a question of their own; the call comes back with the answer in Call.Human.
//
// # What is recorded
//
// A call is an event when it begins. One that fails, or is still running, has happened; one that was
// refused has not. What a call returned is not known until Returned says it, or Do: rules that compare with
// results of earlier calls judge by the worst until then.
//
// # Reading order
//
// guard.go has the options and the sessions. admit.go is the decision, approve.go the question to a
// human, refusal.go the answer and message.go its words; way.go finds what would be allowed.
// returned.go
// records what calls return, state.go keeps sessions, tell.go says what was decided.
//
// Names in this package: g *Guard, s *session, c *Call, d *Decision, r *Refusal. It imports the
// standard library, dfa and what spells names; nothing of a framework.
package guard
