package library

// This file finds the rows whose names or paths are patterns: clients of clouds have thousands of methods, whose verbs
// say what they do.

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isPattern reports whether a name or a path stands for several.
func isPattern(s string) bool { return strings.Contains(s, "*") }

// MatchesName reports whether the pattern of a row stands for a name. A * stands for any part of the name
// of a type, a function or a member. One at the end begins with a word of its own:
//
//	*Client.Get*   ImagesClient.Get, Client.GetImage, not Client.Getter
func MatchesName(pattern, name string) bool {
	typ, member, isMember := strings.Cut(pattern, ".")
	ofType, ofMember, hasMember := strings.Cut(name, ".")
	return isMember == hasMember && matchesWord(typ, ofType) && (!isMember || matchesWord(member, ofMember))
}

func matchesWord(pattern, name string) bool {
	if ok, _ := path.Match(pattern, name); !ok {
		return false
	}
	verb, isVerb := strings.CutSuffix(pattern, "*")
	if !isVerb || isPattern(verb) || verb == "" {
		return true
	}
	next, _ := utf8.DecodeRuneInString(name[len(verb):])
	return name == verb || !unicode.IsLower(next)
}

// MatchesPath reports whether the path of a package is one that the pattern of a `root` or a `package` line stands for: a *
// is any part of one element.
func MatchesPath(pattern, pkg string) bool {
	before, _, _ := strings.Cut(pattern, "*")
	if !strings.HasPrefix(pkg, before) { // mostly, and each call of a program asks
		return false
	}
	ok, _ := path.Match(pattern, pkg)
	return ok
}

// effectsLike returns the rows with the pattern of a section that says most of a name, which is the longest; the first of those that
// are of one length.
func (s *section) effectsLike(name string) (rows []*Effect) {
	for _, r := range s.readEffects().effectPatterns {
		switch {
		case rows != nil && len(r.Name) < len(rows[0].Name) || !MatchesName(r.Name, name):
		case rows != nil && r.Name == rows[0].Name:
			rows = append(rows, r)
		case rows == nil || len(r.Name) > len(rows[0].Name):
			rows = []*Effect{r}
		}
	}
	return rows
}

// effectsInPatterns returns the rows on a key of the first of sections whose paths are patterns that has some: those with the
// name, or else with a pattern of it. The last element of such a path has no dot.
func effectsInPatterns(sections []*section, key string) []*Effect {
	slash := strings.LastIndexByte(key, '/') + 1
	last, name, ok := strings.Cut(key[slash:], ".")
	if !ok {
		return nil
	}
	pkg := key[:slash+len(last)]
	for _, s := range sections {
		if !MatchesPath(s.path, pkg) {
			continue
		}
		if rows := s.readEffects().effectByKey[s.path+"."+name]; rows != nil {
			return rows
		}
		if rows := s.effectsLike(name); rows != nil {
			return rows
		}
	}
	return nil
}
