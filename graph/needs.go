package graph

// This file writes and reads what the code of tools needs.

func needForms(needs []Need) (forms []fileNeed) {
	for _, n := range needs {
		f := fileNeed{Capability: n.Capability, Maybe: n.Maybe, Fixed: n.Fixed}
		for _, h := range n.Path {
			f.Path = append(f.Path, fileHop{h.Func, h.Pos.String()})
		}
		forms = append(forms, f)
	}
	return forms
}

func (d *decoder) need() (n Need) {
	start, _ := d.element()
	named := noName
	d.s.object("a need", func(key string, off int) {
		switch key {
		case "capability":
			named = d.name("a capability")
		case "maybe":
			d.flag(&n.Maybe)
		case "fixed":
			d.flag(&n.Fixed)
		case "path":
			d.array("a list of calls", func() { n.Path = append(n.Path, d.hop()) })
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName {
		d.missing(start, "the capability that is needed")
	}
	n.Capability = named.text
	return n
}

func (d *decoder) hop() (h Hop) {
	start, _ := d.element()
	named := noName
	d.s.object("a call", func(key string, off int) {
		switch key {
		case "func":
			named = d.name("a function")
		case "position":
			d.position(&h.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName {
		d.missing(start, "the function that is called")
	}
	h.Func = named.text
	return h
}
