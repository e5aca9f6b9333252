// Package drawing draws workflows, and who delegates to whom.
//
// A Drawing is the data of one picture: graphs of boxes and edges, the first of which is drawn and
// the others are what its boxes have inside. It holds no place on paper. draw.js finds that, with
// dagre, a library for layered layouts that is part of this package (see dagre/README.md), and
// returns elements of SVG as plain values: it knows no browser. So one program draws in two places:
// in the page that package htmlreport writes, where boxes fold and unfold, and here, for a file.
//
// way.go says where the steps of a finding stand in a picture; way.css is how they look, in both places.
//
// # Names
//
// A name of a program is data all the way. Its type is Text, which shows what is hidden in it (see
// internal/visible) and which JSON escapes; a script makes text nodes of it and never markup.
//
// Names in this package: d *Drawing, g *Graph, w *graph.Workflow.
package drawing
