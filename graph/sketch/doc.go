// Package sketch builds workflows in which a node goes to exactly one of its targets: parts that run one
// after the other, at the same time, again and again. Those who read source and those who ask a framework
// at run time draw the same shapes with it.
//
// Letters: s *Sketch.
package sketch
