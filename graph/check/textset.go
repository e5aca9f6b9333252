package check

// This file is a set of texts for the rules that compare names: a router has a
// handful of values and a step a handful of tools, where a map costs more than
// it saves.

import "slices"

// fewTexts is how many texts a textSet compares one by one.
const fewTexts = 12

// A textSet is a set of texts, numbered as they were added. The zero textSet is
// empty; clear makes it empty again and keeps its memory.
type textSet struct {
	few  []string
	many map[string]int // those after the first few
}

func (s *textSet) clear() {
	s.few = s.few[:0]
	clear(s.many)
}

func (s *textSet) len() int { return len(s.few) + len(s.many) }

// index returns the number of text, or -1.
func (s *textSet) index(text string) int {
	if i := slices.Index(s.few, text); i >= 0 || len(s.many) == 0 {
		return i
	}
	if i, ok := s.many[text]; ok {
		return i
	}
	return -1
}

func (s *textSet) has(text string) bool { return s.index(text) >= 0 }

// add adds text and reports whether it is new.
func (s *textSet) add(text string) bool {
	switch {
	case s.has(text):
		return false
	case len(s.few) < fewTexts:
		s.few = append(s.few, text)
	default:
		if s.many == nil {
			s.many = make(map[string]int)
		}
		s.many[text] = s.len()
	}
	return true
}
