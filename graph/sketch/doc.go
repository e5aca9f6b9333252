// Package sketch builds workflows in which a node goes to exactly one of its targets: parts that run one
// after the other, at the same time, again and again. Those who read source and those who ask a framework
// at run time draw the same shapes with it.
//
// Letters: s *Sketch.
package sketch

import "github.com/agentvet/agentvet/graph"

// A View is what a framework shows of a program that it has built. Some do not show whether a branch may choose several
// targets at once: one says of which steps the branches choose one each time, and the branches of all others are drawn as
// if they chose several.
type View func(one func(step string) bool) *graph.Program
