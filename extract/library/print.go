package library

// This file prints rows.

import (
	"strconv"
	"strings"
)

// String returns r as a text has it, but for the package in front of the name.
func (r *Data) String() string {
	words := []string{r.Verb.String(), r.Key()}
	switch r.Verb {
	case VerbSource, VerbSanitizer, VerbValidator:
		words = append(words, strings.Join(r.Labels, "|"))
	case VerbSink:
		words = append(words, r.Kind)
	case VerbPut, VerbGet:
		words = append(words, r.Kind, strconv.Itoa(r.Index))
	case VerbShare:
		words = append(words, r.Kind, strconv.Itoa(r.Index), strconv.Itoa(r.Param))
	}
	switch {
	case r.Verb == VerbBound:
		for i, l := range r.Bounds {
			if i > 0 {
				words[len(words)-1] += ","
			}
			words = append(words, l.String())
		}
	case r.Field:
		words = append(words, "field")
	case r.Type:
		words = append(words, "type")
	case len(r.Places) > 0:
		words = append(words, placesText(r.Places))
	}
	for _, pass := range r.Passes {
		words = append(words, pass.String())
	}
	if r.After {
		words = append(words, afterMark)
	}
	if r.Answer != "" {
		words = append(words, r.Answer)
	}
	if r.Where != nil {
		words = append(words, r.Where.String())
	}
	if r.Perhaps {
		words = append(words, perhapsMark)
	}
	return strings.Join(words, " ")
}

// String returns the flow as a row has it.
func (p Pass) String() string {
	arrow := "->"
	switch {
	case p.Same:
		arrow = "="
	case p.Elements:
		arrow = "~"
	}
	return placesText(p.From) + arrow + placesText(p.To)
}

// String returns the place as a row has it.
func (p Place) String() string {
	switch {
	case p.Result && p.Index == Each:
		return "result"
	case p.Result:
		return "result" + strconv.Itoa(p.Index)
	case p.Index == Recv:
		return "recv"
	case p.Index == Each:
		return "each"
	}
	return strconv.Itoa(p.Index)
}

func placesText(places []Place) string {
	texts := make([]string, len(places))
	for i, p := range places {
		texts[i] = p.String()
	}
	return strings.Join(texts, ",")
}
