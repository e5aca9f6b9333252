// Package gollem stands for a library of agents.
package gollem

func New() {}
