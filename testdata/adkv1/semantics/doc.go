// Package semantics measures what ADK v1.6.0 does at run time where its
// documentation leaves room, as the package of the same name in testdata/adk
// does for v2. Workflow graphs came with v2; what is left are agents, their
// loops, their transfers and the confirmations in front of their tools.
package semantics
