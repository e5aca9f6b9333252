package feasible

// This file defines the types of terms: those of Go whose values are understood.

import (
	"math/big"
	"slices"
)

// A Type is the type of a term. Integers are those of the machine: what int and uint
// hold has 64 bits.
type Type uint8

const (
	Invalid Type = iota // not understood
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	String
)

var typeNames = []string{"invalid", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "string"}

func (t Type) String() string { return typeNames[t] }

// TypeNamed returns the type that a basic type of Go has here, Invalid if there is none.
func TypeNamed(name string) Type {
	switch name {
	case "int":
		return Int64
	case "uint", "uintptr":
		return Uint64
	case "byte":
		return Uint8
	case "rune":
		return Int32
	}
	if i := slices.Index(typeNames, name); i > 0 {
		return Type(i)
	}
	return Invalid
}

// IsInteger reports whether t is a type of integers.
func (t Type) IsInteger() bool { return Int8 <= t && t <= Uint64 }

// signed reports whether t has negative values.
func (t Type) signed() bool { return Int8 <= t && t <= Int64 }

// width returns the number of bits of a Bool or an integer.
func (t Type) width() int {
	switch t {
	case Bool:
		return 1
	case Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32:
		return 32
	}
	return 64
}

// wrap returns the bits of x that t has.
func (t Type) wrap(x uint64) uint64 { return x << (64 - t.width()) >> (64 - t.width()) }

// extend returns the value that the bits of t stand for, in 64 bits.
func (t Type) extend(bits uint64) int64 {
	if !t.signed() {
		return int64(bits)
	}
	return int64(bits<<(64-t.width())) >> (64 - t.width())
}

// Range returns the smallest and the largest value of a type of integers.
func (t Type) Range() (low, high *big.Int) {
	width := uint(t.width())
	if t.signed() {
		width--
	}
	high = new(big.Int).Lsh(one, width)
	low = new(big.Int)
	if t.signed() {
		low.Neg(high)
	}
	return low, high.Sub(high, one)
}
