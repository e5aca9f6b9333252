package loops

// This file tells apart what maps have for different keys:
//
//	spec := map[string]any{"name": t.Name(), "parameters": t.Schema()}
//	name := spec["name"] // no text of the schema

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// A keyed says for which keys maps have what a walk back looks for: the map where it is has
// it for the first one, what is there for the next one, and so on. Nil is for any.
type keyed struct {
	key  int32 // anyKey for one that is no constant
	next *keyed
}

const anyKey = 0

// maxKeyed is how many maps in maps are told apart by their keys.
const maxKeyed = 4

// take returns the keys on the other side of an edge from a map to what is taken from it.
func (k *keyed) take(key int32) *keyed {
	switch {
	case k == nil && key == anyKey:
		return nil
	case k == nil:
		return &keyed{key: key}
	}
	return k.first(maxKeyed-1, key)
}

// first returns a key before the first ones of k.
func (k *keyed) first(most int, key int32) *keyed {
	if k == nil || most == 0 {
		return &keyed{key: key}
	}
	return &keyed{key, k.next.first(most-1, k.key)}
}

// put returns the keys on the other side of an edge from a value to a map that gets it; ok
// says that the map may have it for the key that is looked for.
func (k *keyed) put(key int32) (next *keyed, ok bool) {
	if k == nil {
		return nil, true
	}
	return k.next, k.key == key || k.key == anyKey || key == anyKey
}

// text tells keys from others.
func (k *keyed) text() string {
	var b []byte
	for ; k != nil; k = k.next {
		b = append(b, byte(k.key), byte(k.key>>8), byte(k.key>>16), byte(k.key>>24))
	}
	return string(b)
}

// moved adds the edges of what a function moves.
func (n *net) moved(f *function) {
	puts, takes := make(map[valueflow.Move][]int32), make(map[valueflow.Move]int32)
	for _, p := range f.Puts {
		m := valueflow.Move{From: p.Value, To: p.Map}
		puts[m] = append(puts[m], n.key(f, p.Key))
	}
	for _, l := range f.Lookups {
		takes[valueflow.Move{From: l.Map, To: l.To}] = n.key(f, l.Key)
	}
	for _, m := range f.Moves {
		e := edge{kind: moves, loose: m.Loose, begins: m.Begins, around: m.Around}
		m.Begins, m.Around = false, false
		if keys, ok := puts[m]; ok {
			e.put = true
			if !slices.ContainsFunc(keys, func(k int32) bool { return k != keys[0] }) {
				e.key = keys[0]
			}
		} else if key, ok := takes[m]; ok {
			e.take, e.key = true, key
		}
		n.edge(f.at(m.From), f.at(m.To), e)
	}
}

// key returns a number for the text at the place of a key, anyKey where there is no constant.
func (n *net) key(f *function, at valueflow.Place) int32 {
	text := n.text(f, at)
	if text == "" {
		return anyKey
	}
	if n.keys[text] == anyKey {
		n.keys[text] = int32(len(n.keys) + 1)
	}
	return n.keys[text]
}
