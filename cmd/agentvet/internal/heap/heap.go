// Package heap decides when a process that analyses one package collects garbage.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// No garbage is collected before the heap has least bytes. The go command starts
// hundreds of processes, and most end before that; to collect in a heap of a few
// megabytes costs more than the memory is worth. A larger heap grows as by default.
const least = 96 << 20

// Where more than large bytes are alive, the heap grows by less: what few processes need must fit beside what
// else runs on a machine, and there the time of a collection is small beside that of the analysis.
const (
	large       = 192 << 20
	largeGrowth = 50
)

// The defaults of the runtime: the heap at the first collection, and its growth.
const (
	defaultLeast  = 4 << 20
	defaultGrowth = 100
)

// CollectLate sets when garbage is collected, unless the user does (GOGC).
func CollectLate() {
	before := debug.SetGCPercent(defaultGrowth * least / defaultLeast)
	if before != defaultGrowth {
		debug.SetGCPercent(before)
		return
	}
	afterCollection()
}

// afterCollection sets, after each collection, by how much the heap may grow until the next one.
func afterCollection() {
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growth(live[0].Value.Uint64()))
		afterCollection()
	})
}

// growth returns by how many percent a heap of which so much is alive may grow.
func growth(live uint64) int {
	if live > large {
		return largeGrowth
	}
	return max(defaultGrowth, int(100*least/max(live, 1<<20))-100)
}
