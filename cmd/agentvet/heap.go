package main

import (
	"runtime"
	"runtime/debug"
)

// A process that analyses one package collects no garbage before its heap has
// startHeap bytes. The go command starts hundreds of them, and most end before that; to
// collect in a heap of a few megabytes costs more than the memory is worth. From there
// the heap grows as by default.
const startHeap = 64 << 20

// The defaults of the runtime: the heap at the first collection, and its growth.
const (
	defaultStart  = 4 << 20
	defaultGrowth = 100
)

// collectLate sets when garbage is collected, unless the user does (GOGC).
func collectLate() {
	before := debug.SetGCPercent(defaultGrowth * startHeap / defaultStart)
	if before != defaultGrowth {
		debug.SetGCPercent(before)
		return
	}
	// The finalizer runs after the first collection.
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { debug.SetGCPercent(defaultGrowth) })
}
