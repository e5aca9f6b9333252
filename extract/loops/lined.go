package loops

// This file finds programs whose model calls in lines of text that code takes apart:
//
//	m := action.FindStringSubmatch(answer) // Action: read[main.go]
//	history = append(history, tools[m[1]](m[2]))

// lined returns where pieces of what a model answers choose what runs, if the next question has what
// came of it. What is called with which piece is not read: there may be an agent.
func (n *net) lined() (unread []Unread) {
	start := n.wording()
	if len(start) == 0 {
		return nil
	}
	f := emptyFinder(n, false)
	f.dialect, f.pieces = true, true
	f.noted()
	f.messages()
	f.follows(start, start)
	tools := f.tools()
	r := &reading{chart: newChart(f, tools), choice: &choice{in: &dialect{}, places: start}, tools: tools}
	r.judge(r.chart.cycles(tools))
	for _, cy := range r.cycles {
		for _, t := range cy.tools {
			if r.acts(t) {
				unread = append(unread, Unread{t.in.pkg, "", t.chosen})
				break
			}
		}
	}
	return unread
}
