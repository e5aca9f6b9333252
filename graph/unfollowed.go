package graph

// This file defines conditions that may keep a run from an edge, of which it is not known whether they do.

// An Unfollowed is a condition of the program that is not followed.
type Unfollowed struct {
	Text string // as the program has it, with the side on which the edge is taken
	Pos  Pos
}

// String returns the condition.
func (u Unfollowed) String() string { return u.Text }

type fileUnfollowed struct {
	Text     string `json:"text"`
	Position string `json:"position"`
}

func unfollowedForms(list []Unfollowed) (forms []fileUnfollowed) {
	for _, x := range list {
		forms = append(forms, fileUnfollowed{x.Text, x.Pos.String()})
	}
	return forms
}

// unfollowed reads a condition that is not followed.
func (d *decoder) unfollowed(e *Edge) {
	start, pos := d.element()
	x := Unfollowed{Pos: pos}
	d.s.object("a condition object", func(key string, off int) {
		switch key {
		case "text":
			d.text(&x.Text)
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if x.Text == "" {
		d.missing(start, "the text of a condition that is not followed")
	}
	e.Unfollowed = append(e.Unfollowed, x)
}
