// Package check finds structural defects of workflows: exits that no run
// reaches, loops that no run leaves, dead ends, gates that can be passed by.
//
// Every check is a question about paths in a graph.Workflow, and every answer
// is a Problem: data with a witness, no sentence. Package report writes those.
// table.go says which function finds what breaks which rule; kinds.go has a type for
// each kind of problem; docs/rules describes the rules.
//
// # One cause, one problem
//
// A defect at one place spoils everything that depends on it. A check reports
// the place and is silent about the rest:
//
//   - If no exit is reachable, ExitUnreachable says so once; the loops and dead
//     ends in which runs then end are its witness, no problems of their own. Of
//     a body in which runs go round it says Livelock: for the workflow around
//     it, the body is a step that leads to no exit. That is said once, of the
//     body, and the steps behind it are judged as if it ended.
//   - Otherwise each terminal trap, a set of steps that a run cannot leave, is
//     one problem: a DeadEnd if it is one step without a way out, else a
//     Livelock (a SilentLoop where the engine reports success at its step
//     limit). Steps that merely lead to a trap are not reported.
//   - Of steps that nothing reaches, only those are Unreachable that no other
//     unreachable step leads to. An unreachable step is no dead end.
//   - An edge that the engine ignores (ShadowedEdge, ReplacedBranch) does not
//     make its target unreachable, nor the steps before it livelocks. That no
//     exit is reachable is said all the same.
//   - A jump to a name that no node has (UndeclaredNode) may be the way out
//     that is missed: a step that has one is neither dead end nor trap.
//
// # What is certain
//
// A problem is Violated if it exists whatever stands in the place of the
// unknown parts of the workflow, and Unknown if it exists only for some of
// them; its Doubt says which part decides. For that, UnknownTargets(n) may be
// edges from n to any nodes, UnknownSources(n) edges from any nodes to n,
// UnknownAnything edges between any nodes and an exit that is not listed, and
// UnknownBody(n) makes n perhaps an exit, a human or a step with any tool.
//
// An edge that exists only in some configurations (graph.Edge.Optional) is an
// edge: a path over it is a path of a program that the user can run. What would
// become a problem if such edges were missing is Unknown, because of WhyGuard;
// optional edges of one node that exclude each other and leave no case out (c and
// !c; if, else if and else) count as one edge that is always there. Conditions are
// one if they are one evaluation; in a file that says no more of them than their
// text, if they read alike.
//
// Options.Feasible knows which conditions can hold together. With it, a trap that
// runs come to, or cannot leave, only where conditions hold that exclude each
// other is Excluded, and so is a tool that runs unasked only there; of a trap that
// may be, it is known which conditions it needs.
//
// # Steps and tokens
//
// Gates are judged by interleaving, as graph describes runs: a human on a
// parallel branch does not gate what may run before it. In mode all, and at a
// node with Join, a node that waits for a human on every run is gated, even if
// another of its predecessors is not.
//
// Names in this package: w *graph.Workflow, n graph.NodeID, e graph.EdgeID,
// b graph.BranchID, o Options, p Problem.
package check
