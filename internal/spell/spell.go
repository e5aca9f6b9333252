// Package spell finds the name that a mistyped one was meant to be, for error
// texts that end in "did you mean …?".
package spell

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the candidate that name was probably meant to be: the one
// within a third of name's length in edits, at least two, unless name is a part of
// one and more than an edit away from all. Of names with four letters or fewer it is one edit, as two
// turn them into anything; of a single letter none. It returns "" if there is none. The part of a
// candidate after its slash counts as its name too.
func Nearest(name string, candidates []string) string {
	most := max(2, len(name)/3)
	if len(name) <= 4 {
		most = min(1, len(name)/2)
	}
	best, bestDistance := "", most+1
	for _, c := range candidates {
		d := distance(name, c)
		if _, short, ok := strings.Cut(c, "/"); ok {
			d = min(d, distance(name, short))
		}
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if bestDistance > 1 && len(name) > 2 {
		if i := slices.IndexFunc(candidates, func(c string) bool { return strings.Contains(c, name) }); i >= 0 {
			return candidates[i]
		}
	}
	return best
}

// DidYouMean returns `; did you mean "x"?`, or "" if nothing is near.
func DidYouMean(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// Sure returns the candidate that name certainly was meant to be, so that a program may be
// changed without a second look: one edit away, or two from a long name, with no other candidate
// near. Names that differ in their digits, as step1 and step2, are different names. It returns ""
// if there is none.
func Sure(name string, candidates []string) string {
	const shortest, long = 4, 8 // bytes
	if len(name) < shortest {
		return ""
	}
	most := 1
	if len(name) >= long {
		most = 2
	}
	best, bestDistance := "", most+1
	for _, c := range candidates {
		if d := distance(name, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	other := func(c string) bool { return c != best && distance(name, c) <= bestDistance+1 }
	if best == "" || slices.ContainsFunc(candidates, other) || digits(name) != digits(best) {
		return ""
	}
	return best
}

// digits returns the digits of a name.
func digits(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, name)
}

// distance returns the number of single-byte insertions, deletions and
// substitutions, and swaps of neighbours, that turn a into b (the optimal
// string alignment distance).
func distance(a, b string) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
