// Package t has loops over iterators.
package t

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

func source() string   { return "s" }
func sink(args ...any) {}

func lists() {
	l := []string{source()} // @Source(values) @Source(all) @Source(backward) @Source(chunk) @Source(sorted) @Source(pull)
	for v := range slices.Values(l) {
		sink(v) // @Sink(values)
	}
	for _, v := range slices.All(l) {
		sink(v) // @Sink(all)
	}
	for _, v := range slices.Backward(l) {
		sink(v) // @Sink(backward)
	}
	for c := range slices.Chunk(l, 2) {
		sink(c[0]) // @Sink(chunk)
	}
	for _, v := range slices.Sorted(slices.Values(l)) {
		sink(v) // @Sink(sorted)
	}
	next, stop := iter.Pull(slices.Values(l))
	defer stop()
	v, _ := next()
	sink(v) // @Sink(pull)
}

func texts() {
	for v := range strings.SplitSeq(source(), ",") { // @Source(split)
		sink(v) // @Sink(split)
	}
}

func tables() {
	m := map[string]string{source(): "x"} // @Source(keys)
	for k := range maps.Keys(m) {
		sink(k) // @Sink(keys)
	}
	n := map[string]string{"x": source()} // @Source(of)
	for v := range maps.Values(n) {
		sink(v) // @Sink(of)
	}
}

func own(l []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, v := range l {
			if !yield(v) {
				return
			}
		}
	}
}

func handedOn(l []string) iter.Seq[string] { return slices.Values(l) }

func owned() {
	for v := range own([]string{source()}) { // @Source(own)
		sink(v) // @Sink(own)
	}
	for v := range handedOn([]string{source()}) { // @Source(on)
		sink(v) // @Sink(on)
	}
}

func clean() {
	l := []string{source()}
	n := 0
	for range slices.Values(l) {
		n++
	}
	for v := range slices.Values([]string{"x"}) {
		sink(v)
	}
	for v := range own([]string{"x"}) {
		sink(v)
	}
	for v := range handedOn([]string{"x"}) {
		sink(v)
	}
	sink(n)
}
