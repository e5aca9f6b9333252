package sarif

// This file leaves out what says nothing: the library writes every field, and empty lists and
// indexes of -1 are most of a file.

import (
	"bytes"
	"encoding/json"
)

// pruned returns a JSON text without empty lists, empty objects and numbers that stand for
// none. Lists of which a reader wants to know that they are empty are kept.
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

// says reports whether a field says more than its absence.
func says(key string, field any) bool {
	switch field := field.(type) {
	case map[string]any:
		return len(field) > 0
	case []any:
		return len(field) > 0 || key == "results" // absent, they were not computed
	case json.Number:
		return field != "-1"
	}
	return true
}
