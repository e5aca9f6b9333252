// Package heap decides when a process that analyses one package collects garbage.
package heap

import (
	"runtime"
	"runtime/debug"
)

// No garbage is collected before the heap has start bytes. The go command starts
// hundreds of processes, and most end before that; to collect in a heap of a few
// megabytes costs more than the memory is worth. From there the heap grows as by
// default.
const start = 64 << 20

// The defaults of the runtime: the heap at the first collection, and its growth.
const (
	defaultStart  = 4 << 20
	defaultGrowth = 100
)

// CollectLate sets when garbage is collected, unless the user does (GOGC).
func CollectLate() {
	before := debug.SetGCPercent(defaultGrowth * start / defaultStart)
	if before != defaultGrowth {
		debug.SetGCPercent(before)
		return
	}
	// The finalizer runs after the first collection.
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { debug.SetGCPercent(defaultGrowth) })
}
