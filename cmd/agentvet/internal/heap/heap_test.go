package heap

import "testing"

// TestGrowth wants the next collection at a heap of least bytes, or at twice what is alive, at less where that is large.
func TestGrowth(t *testing.T) {
	for _, c := range []struct{ live, want uint64 }{
		{0, least}, {1 << 20, least}, {20 << 20, least}, {40 << 20, least}, {least / 2, least}, {least, 2 * least}, {large, 2 * large}, {1 << 30, 3 << 29},
	} {
		live := max(c.live, 1<<20)
		if next := live + live*uint64(growth(c.live))/100; next > c.want || next < c.want*97/100 {
			t.Errorf("with %d bytes alive, the next collection is at %d, want %d", c.live, next, c.want)
		}
	}
}
