package sarif

// This file leaves out what says nothing: the library writes every field, and empty lists,
// indexes of -1 and what the format says of a field that is absent are most of a file.

import (
	"bytes"
	"encoding/json"
)

// pruned returns a JSON text without empty lists, objects and texts, without numbers that stand
// for none, and without defaults. Lists of which a reader wants to know that they are empty are
// kept.
func pruned(data []byte) (any, error) {
	var tree any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	return prune(tree), nil
}

func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, field := range v {
			if field = prune(field); says(key, field) {
				v[key] = field
			} else {
				delete(v, key)
			}
		}
	case []any:
		for i := range v {
			v[i] = prune(v[i])
		}
	}
	return v
}

// defaults are what fields of these names say if they are absent. No two kinds of objects that
// agentvet writes have a field of one name with different defaults.
var defaults = map[string]string{"kind": "fail", "importance": "important", "language": "en-US"}

// says reports whether a field says more than its absence.
func says(key string, field any) bool {
	switch field := field.(type) {
	case string:
		return field != "" && field != defaults[key]
	case map[string]any:
		return len(field) > 0
	case []any:
		return len(field) > 0 && key != "newlineSequences" || key == "results" // absent, they were not computed
	case json.Number:
		return field != "-1"
	}
	return true
}
