// Package dialers has clients that look at the address of each connection, and some that do not. Whether what they refuse is
// enough is not known.
package dialers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

type args struct {
	URL string `json:"url" confine:"host"`
}

var errRefused = errors.New("refused")

func refusePrivate(network, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(host); err != nil || ip.IsPrivate() || ip.IsLoopback() {
		return errRefused
	}
	return nil
}

func isPublic(ip net.IP) bool { return !ip.IsPrivate() && !ip.IsLoopback() }

func dialPublic(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	ips, err := net.DefaultResolver.LookupIPAddr(ctx, host)
	if err != nil {
		return nil, err
	}
	for _, ip := range ips {
		if isPublic(ip.IP) {
			var d net.Dialer
			return d.DialContext(ctx, network, net.JoinHostPort(ip.String(), port))
		}
	}
	return nil, errRefused
}

func newClient() *http.Client {
	d := &net.Dialer{Timeout: time.Second, Control: refusePrivate}
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: d.DialContext}}
}

func cloned() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = dialPublic
	return &http.Client{Transport: t}
}

var global = &http.Client{Transport: &http.Transport{DialContext: dialPublic}}

// A checking transport looks at where each request goes.
type checking struct{ next http.RoundTripper }

func (c *checking) RoundTrip(r *http.Request) (*http.Response, error) {
	ips, err := net.LookupIP(r.URL.Hostname())
	if err != nil {
		return nil, err
	}
	for _, ip := range ips {
		if !isPublic(ip) {
			return nil, errRefused
		}
	}
	return c.next.RoundTrip(r)
}

type server struct{ safe, plain, cloned *http.Client }

func newServer() *server {
	return &server{safe: newClient(), plain: &http.Client{}, cloned: cloned()}
}

// unknown: the dialer of a client in a field has a Control.
func (s *server) control(in args) { s.safe.Get(in.URL) }

// unknown: the transport dials by a function.
func (s *server) dials(in args) { s.cloned.Get(in.URL) }

// unknown: so does that of a variable of the package.
func inVariable(in args) { global.Get(in.URL) }

// unknown: what makes a request names the host, and the client gets the request.
func (s *server) request(ctx context.Context, in args) error {
	req, err := http.NewRequestWithContext(ctx, "GET", in.URL, nil)
	if err != nil {
		return err
	}
	_, err = s.safe.Do(req)
	return err
}

// unknown: each client that the function is called with is one.
func (s *server) handed(in args) { fetch(s.safe, in.URL) }

func fetch(c *http.Client, url string) { c.Get(url) }

// unknown: a transport of the package's own.
func roundTrip(in args) {
	c := &http.Client{Transport: &checking{next: http.DefaultTransport}}
	c.Get(in.URL)
}

// unknown: one of two, and both look.
func (s *server) either(in args, other bool) {
	c := s.safe
	if other {
		c = s.cloned
	}
	c.Get(in.URL)
}

// violated: a client that looks at nothing.
func (s *server) looksAtNothing(in args) { s.plain.Get(in.URL) }

// violated: one of two looks.
func (s *server) orDefault(in args, other bool) {
	c := s.safe
	if other {
		c = http.DefaultClient
	}
	c.Get(in.URL)
}

// violated: another client gets the request, too.
func (s *server) alsoPlain(ctx context.Context, in args) error {
	req, err := http.NewRequestWithContext(ctx, "GET", in.URL, nil)
	if err != nil {
		return err
	}
	if _, err = s.safe.Do(req); err != nil {
		_, err = s.plain.Do(req)
	}
	return err
}

// violated: what the dialer finds is only printed.
func printed(in args) {
	d := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		fmt.Println(net.ParseIP(address).IsPrivate())
		return nil
	}}
	c := &http.Client{Transport: &http.Transport{DialContext: d.DialContext}}
	c.Get(in.URL)
}

// violated: of a secure connection alone.
func onlyTLS(in args) {
	c := &http.Client{Transport: &http.Transport{DialTLSContext: dialPublic}}
	c.Get(in.URL)
}
