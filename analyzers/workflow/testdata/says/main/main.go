package main // want package:`declared\(labels: inbox mail private; sanitizers: .*; policies: asked also\)`

import "example.com/facts/says/use"

func main() { new(use.T).Clean("") }
