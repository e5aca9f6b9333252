// Package c is imported by b, not by a.
package c

type box struct{ s string }

func (b *box) Get() string { return b.s }

// Getter hides box, whose methods only a fact of the package reaches.
type Getter interface{ Get() string }

func New(s string) Getter { return &box{s} }

func Keep(s string) func() string { return func() string { return s } }

func hidden(s string) string { return s }

func Hidden() func(string) string { return hidden }
