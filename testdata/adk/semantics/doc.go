// Package semantics measures what ADK v2.2.0 does at run time where its
// documentation leaves room: each test builds the smallest graph or agent that
// asks one question, runs it on the real runner and writes down the answer.
//
// agentvet's model of the engine rests on these answers. If a new release of
// ADK changes one, a test here fails before a finding becomes wrong.
package semantics
