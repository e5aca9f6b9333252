package ssaflow

// This file says which instruction can follow which.

import (
	"golang.org/x/tools/go/ssa"
)

// A moment is an instruction of a function, numbered as they stand in its blocks, or
// anyTime.
type moment int32

const anyTime moment = -1

// bits is a set of small numbers.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(n int32) bool { return b[n/64]&(1<<(n%64)) != 0 }
func (b bits) add(n int32)      { b[n/64] |= 1 << (n % 64) }

func (b bits) union(c bits) {
	for i := range c {
		b[i] |= c[i]
	}
}

func (b bits) intersect(c bits) {
	for i := range c {
		b[i] &= c[i]
	}
}

// contains reports whether all numbers of c are in b.
func (b bits) contains(c bits) bool {
	for i := range c {
		if c[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// order is the time of one function: what can run after what in one activation.
type order struct {
	number map[ssa.Instruction]moment
	block  []int32 // of each moment
	after  []bits  // by block: those that run after it, by one edge or more
}

// newOrder costs O(blocks · edges).
func newOrder(fn *ssa.Function) *order {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	o := &order{number: make(map[ssa.Instruction]moment, n), block: make([]int32, 0, n)}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			o.number[instr] = moment(len(o.block))
			o.block = append(o.block, int32(b.Index))
		}
	}
	var work []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		seen := newBits(len(fn.Blocks))
		work = append(work, b.Succs...)
		for len(work) > 0 {
			next := work[len(work)-1]
			work = work[:len(work)-1]
			if i := int32(next.Index); !seen.has(i) {
				seen.add(i)
				work = append(work, next.Succs...)
			}
		}
		o.after = append(o.after, seen)
	}
	return o
}

// repeats reports whether the instruction at t can run twice in one activation.
func (o *order) repeats(t moment) bool {
	b := o.block[t]
	return o.after[b].has(b)
}

// follows reports whether second can run after first, or is first.
func (o *order) follows(first, second moment) bool {
	if first == anyTime || second == anyTime {
		return true
	}
	a, b := o.block[first], o.block[second]
	return o.after[a].has(b) || a == b && first <= second
}
