package loops_test

import (
	"net"
	"testing"

	"github.com/agentvet/agentvet/extract/loops"
)

// TestAddresses holds what is said of addresses to what listens on them.
func TestAddresses(t *testing.T) {
	for _, host := range []string{"", "localhost", "LocalHost", "0.0.0.0", "127.0.0.1", "127.1.2.3", "[::]", "[::1]", "::", "example.com", "10.0.0.1"} {
		is := loops.Address{Text: host + ":0"}.Reach()
		l, err := net.Listen("tcp", host+":0")
		if err != nil {
			if is == loops.ReachAll { // others may be addresses of other machines
				t.Errorf("%q: said to be open to all: %v", host+":0", err)
			}
			continue
		}
		want := loops.ReachUnknown
		switch ip := l.Addr().(*net.TCPAddr).IP; {
		case ip.IsUnspecified():
			want = loops.ReachAll
		case ip.IsLoopback():
			want = loops.ReachMachine
		}
		l.Close()
		if is != want {
			t.Errorf("%q: %d, want %d as of %v", host+":0", is, want, l.Addr())
		}
	}
	for text, want := range map[string]loops.Reach{
		":": loops.ReachAll, "0.0.0.0": loops.ReachAll, "0.0.0.0:": loops.ReachAll, "[::]:": loops.ReachAll, "localhost": loops.ReachMachine, "127.0.0.1:": loops.ReachMachine,
		"http://": loops.ReachUnknown, "host-": loops.ReachUnknown, "10.": loops.ReachUnknown, "": loops.ReachUnknown,
	} {
		if is := (loops.Address{Text: text, Open: true}).Reach(); is != want {
			t.Errorf("what begins with %q: %d, want %d", text, is, want)
		}
	}
	for _, text := range []string{"8080", "localhost", "http://localhost:8080/mcp"} {
		if is := (loops.Address{Text: text}).Reach(); is != loops.ReachUnknown {
			t.Errorf("%q is no address: %d", text, is)
		}
	}
}
