package taintflow

import (
	"slices"
	"testing"
)

// TestStandard: of what the standard library does to files, hosts, programs and databases, either a
// row says by which argument, or it is not known.
func TestStandard(t *testing.T) {
	for _, tt := range []struct {
		key  string
		want []string
	}{
		{"os.ReadFile", nil}, // a row says
		{"os.RemoveAll", nil},
		{"os.Stat", nil}, // it leaves the file as it is
		{"os.Root.ReadFile", nil},
		{"go/parser.ParseFile", []string{"path"}},
		{"log/syslog.Dial", []string{"host"}},
		{"net.LookupHost", nil},
		{"strings.ToLower", nil},
	} {
		if got := standard(tt.key); !slices.Equal(got, tt.want) {
			t.Errorf("standard(%s) = %v, want %v", tt.key, got, tt.want)
		}
	}
}
