package heap

import "testing"

// TestGrowth wants the next collection at a heap of least bytes, then at three times what is alive, then at large bytes, and
// at half as much again where more than that is alive.
func TestGrowth(t *testing.T) {
	for _, c := range []struct{ live, want uint64 }{
		{0, least}, {1 << 20, least}, {20 << 20, least}, {least / 3, least}, {least, 3 * least}, {large / 2, large}, {large * 2 / 3, large}, {1 << 30, 3 << 29},
	} {
		live := max(c.live, 1<<20)
		if next := live + live*uint64(growth(c.live))/100; next > c.want || next < c.want*97/100 {
			t.Errorf("with %d bytes alive, the next collection is at %d, want %d", c.live, next, c.want)
		}
	}
}
