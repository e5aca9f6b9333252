// Package htmlreport writes a report as one page of HTML: every workflow drawn, the way of every finding
// on the drawing and beside the source lines, the tools, and what was checked and what is not known.
//
// The page is a file. It loads nothing and sends nothing, and a policy in it (Content-Security-Policy)
// keeps it from that: only its own scripts run, which the policy knows by their sums. What a program
// says is data in it, JSON that the scripts read, in which nothing is hidden (drawing.Text) and
// nothing can end the element that holds it; the scripts make text nodes of it, and the policy forbids
// them to make markup of text. Source lines are shown of Go files of the module only: see
// regular.Shown.
//
// page.go writes the page; data.go says what is in it, finding.go what of findings, checked.go what was
// checked, source.go reads lines. list.js is the lists of the page, canvas.js the drawing, detail.js what
// stands beside it. The drawing itself, and where findings stand on it, is that of package drawing.
//
// Names in this package: b *builder, d *drawing.Drawing, f report.Finding.
package htmlreport
