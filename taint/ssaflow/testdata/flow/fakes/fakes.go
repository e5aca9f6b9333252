// Package t is analysed with its tests: what these put in place of its types is no part of it.
package t

func source() string
func sink(string)

type store interface{ Save(string) }

type table struct{}

func (table) Save(string) {}

// Put is called by other packages, with a store that they choose.
func Put(s store) { s.Save(source()) } // to none of the test
