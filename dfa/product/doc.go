// Package product decides whether every run of a workflow keeps a rule: it
// searches the product of the workflow and the automaton of the rule.
//
// # Runs
//
// A run is a sequence of events, as the package graph defines them:
//
//   - A step that runs is one event. Entries, exits, SUBGRAPH nodes and steps that
//     nobody named have none.
//   - A step whose code calls its one tool has one event for both. A step that
//     dispatches what a model chose calls any of its tools, any number of times; a
//     model's step does so in rounds, with an event of its own before each, and
//     no more rounds than its bound, unless LOOP edges lead to it or away: then the
//     bound is that of the loop. If code calls several tools, it calls each at
//     most once, in any order.
//   - A human is asked before a call with a gate; the call does not happen if the
//     answer is no. A conditional gate may not ask.
//   - What a router decides is told by the event of its step, if all that the step does
//     is to run. If it calls tools, asks a human or has no event, the decision is an event
//     of its own, behind these, and only for rules that name the value: a decision is no
//     step, and others do not count it.
//
// Steps that are active together interleave. In a body with supersteps, what they
// lead to waits until all of them are done; in mode all, a step waits until each
// predecessor that can still send it a token has, and if all wait for each other,
// any may go first; where the mode is not known, a step may wait or not. A join
// runs when a token comes and all its predecessors have run, those included that
// decided for another way; a token that comes earlier ends there. Without supersteps
// and waiting, a step may begin a second run before the first is over.
//
// A run ends when no token is left: at exits, at dead ends, at router values that
// lead nowhere, the last two with an error where the engine says so. The body of a
// SUBGRAPH node with a bound begins again until that is reached, or ends before.
//
// A limit on supersteps breaks a run off with an error, or ends it as a success.
// What is broken off is not judged at its end, as little as what crashes; what ends
// so is, and the body of a SUBGRAPH node that ends so lets the run go on.
//
// # Verdicts
//
// A rule is violated in three ways: by a bad prefix, after which nothing can mend
// it; at the end of a run, if something is still owed; and by a run that never
// ends and does not keep it, as formulas mean it over infinite traces. For the last, a
// loop that can be left is left in the end, unless Options.Unfair.
//
// What is not known of a workflow may add runs and takes none away: see doubt.go. A
// bound that exists and is not known is no bound. Supersteps, and rounds above a limit,
// are not counted: a violation that may need more of them than there are is unknown,
// and so is a rule that holds only if no engine ends a run as a success too early.
//
// What code decides is not interpreted: a router may return any of its values.
// Optional edges exist or not, as the conditions in their guards hold or not: those that
// are one evaluation everywhere alike. Where Options.Feasible says that conditions which ask
// for one value cannot be decided so, there is no such run. Conditions that only read alike may be one or not:
// if that makes a difference, the verdict is unknown. Arguments of calls are not known,
// but for what graph.Node.Args says: tests of the others may hold or not, unless Args has all. A test that compares
// with earlier calls becomes a formula over the events of the workflow: see kept.go.
//
// # Reading order
//
// product.go is the way to a verdict, idle.go knows what needs no search, attempt.go chooses
// what is searched, doubt.go and uncounted.go say what keeps a verdict from being certain. net.go lays a workflow and
// its bodies out, conditions.go decides which edges exist, feasible.go which configurations cannot be, leave.go says how a step is
// left, program.go which events a node has, events.go what an automaton sees of them, kept.go what
// is left of comparisons with earlier calls. space.go says what a space is, sequential.go
// and marking.go are the two; of the latter, moves.go says what may happen next,
// waiting.go when a step may run, bodies.go how sub-workflows begin and end, loop.go
// counts iterations, and reduce.go leaves out interleavings. search.go and endless.go
// search, witness.go makes paths of what they find; followed.go says what is not known of these.
//
// Names in this package: p place, b *body, n *net, l *labels, c config, m move or
// *marking, t *tokens, x *search, q dfa.State.
package product
