// Package lib is what another package's flows go through.
package lib

type Box struct{ s, t string }

func (b *Box) Set(s string) { b.s = s }
func (b Box) Get() string   { return b.s }

func Apply(s string, f func(string) string) string { return f(s) }

func Each(all []string, f func(string)) {
	for _, s := range all {
		f(s)
	}
}

func Counter() func(string) string {
	last := ""
	return func(s string) string {
		last, s = s, last
		return s
	}
}

var Last string

func Keep(s string) { Last = s }
