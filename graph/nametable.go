package graph

// This file finds the nodes that may share their name with another one.

import "hash/maphash"

// A nameTable finds the nodes that may share their name with another: those whose
// name has a hash that another has as well, in a table of bits. In a sound
// workflow that is at most one node in sixteen; a map of all names would be the
// most expensive part of Check.
type nameTable struct {
	seed        maphash.Seed
	once, twice []uint64 // by hash: a name has it, several have it
	hashes      []uint32 // of the names, in order
}

func newNameTable(names int) *nameTable {
	size := 1
	for 64*size < 16*names {
		size *= 2
	}
	return &nameTable{
		seed: maphash.MakeSeed(), once: make([]uint64, size), twice: make([]uint64, size), hashes: make([]uint32, 0, names),
	}
}

// add adds the name of the next node.
func (t *nameTable) add(name string) {
	h := uint32(maphash.String(t.seed, name)) & uint32(64*len(t.once)-1)
	word, bit := h/64, uint64(1)<<(h%64)
	t.twice[word] |= t.once[word] & bit
	t.once[word] |= bit
	t.hashes = append(t.hashes, h)
}

// suspects returns the nodes that may share their name with another, in order.
func (t *nameTable) suspects() []NodeID {
	var list []NodeID
	for i, h := range t.hashes {
		if t.twice[h/64]>>(h%64)&1 != 0 {
			list = append(list, NodeID(i))
		}
	}
	return list
}
