// Package heap decides when a process that analyses one package collects garbage.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// No garbage is collected before the heap has least bytes. The go command starts
// hundreds of processes, and most end before that; to collect in a heap of a few
// megabytes costs more than the memory is worth.
const least = 96 << 20

// A larger heap grows to three times what is alive, up to large bytes, and beyond that by half. Up to large, memory
// is worth less than the time of a collection; beyond, what few processes need must fit beside what else runs on a
// machine, and the time of a collection is small beside that of the analysis.
const large = 352 << 20

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
	live = max(live, 1<<20)
	next := max(least, min(3*live, large), live*3/2)
	return int(100*next/live) - 100
}
