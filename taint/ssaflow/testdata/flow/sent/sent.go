// Requests that a program sends are its own; those that it gets are not. A library that has a context
// writes nothing there.
package t

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/httputil"
)

func source() string   { return "s" }
func sink(args ...any) {}

type transport struct{ under http.RoundTripper }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	own := r.Clone(r.Context())
	own.Header.Set("X-Host", r.URL.Host)
	sink(own.Header, own.URL.Path, r.Host)
	sink(rewritten(own))
	if dump, err := httputil.DumpRequestOut(own, false); err == nil {
		sink(dump)
	}
	return t.under.RoundTrip(own)
}

// rewritten is called with requests that are sent.
func rewritten(r *http.Request) string {
	user, _, _ := r.BasicAuth()
	return user + r.URL.Path
}

func send() {
	r, _ := http.NewRequest("GET", "https://example.com", nil)
	sink(r.URL.Path, r.Header)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	sink(resp.Request.URL.Path)
	body, _ := io.ReadAll(resp.Body) // @Source(body)
	sink(body)                       // @Sink(body)
}

// What gets into a request that is sent is followed.
func sendsText() {
	r, _ := http.NewRequest("GET", "https://example.com", nil)
	r.Header.Set("X", source()) // @Source(header)
	sink(r.Header)              // @Sink(header)
}

func serve(w http.ResponseWriter, r *http.Request) {
	sink(r.URL.Path)            // @Source(path) @Sink(path)
	own := r.Clone(r.Context()) // @Source(own)
	sink(own.Host)              // @Source(host) @Sink(host) @Sink(own) @Sink(path)
	sink(both(r))               // @Sink(both) @Sink(path) @Sink(own)
	both(newRequest())
}

// both is called with requests of either kind.
func both(r *http.Request) string { return r.URL.Path } // @Source(both)

func newRequest() *http.Request {
	r, _ := http.NewRequest("GET", "https://example.com", nil)
	return r
}

// A request in what a framework hands over is one that it got.
type handed struct{ Request *http.Request }

func framework(c *handed) {
	sink(c.Request.URL.Path) // @Source(handed) @Sink(handed)
}

type key struct{}

func inContext(db *sql.DB, ctx context.Context) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return
	}
	conn.PrepareContext(context.Background(), source()) // @Source(prepared) @Sink(prepared)
	sink(ctx.Value(key{}))
}

func outOfContext(db *sql.DB, ctx context.Context) {
	ctx = context.WithValue(ctx, key{}, source()) // @Source(value)
	conn, err := db.Conn(ctx)
	if err != nil {
		return
	}
	sink(conn) // @Sink(value)
}
