// Package hosts has guards of hosts and of statements: see package paths.
package hosts

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

type args struct {
	URL   string `json:"url" confine:"host"`
	Host  string `json:"host" confine:"host"`
	Name  string `json:"name" confine:"sql"`
	Order string `json:"order" confine:"sql"`
	Limit int    `json:"limit" confine:"sql"`
}

var errDenied = errors.New("denied")

var hosts = map[string]bool{"api.example.com": true}

// violated: nothing at all.
func plain(in args) { http.Get(in.URL) }

// violated: "https://api.example.com.evil.org" begins so.
func prefix(in args) error {
	if !strings.HasPrefix(in.URL, "https://api.example.com") {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// holds: with the slash, it ends there.
func prefixSlash(in args) error {
	if !strings.HasPrefix(in.URL, "https://api.example.com/") {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// violated: the name may stand anywhere.
func contains(in args) error {
	if !strings.Contains(in.URL, "api.example.com") {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// holds: the host of the parsed address is one of a list.
func listed(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || !hosts[u.Hostname()] {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// holds: and a domain.
func domain(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(u.Hostname(), ".example.com") {
		return errDenied
	}
	http.Get(u.String())
	return nil
}

// violated: "evilexample.com" ends so, too.
func domainWithoutDot(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || !strings.HasSuffix(u.Hostname(), "example.com") {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// violated: the scheme says nothing of the host.
func scheme(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || u.Scheme != "https" {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// violated: a list of what is not allowed.
func loopback(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || u.Hostname() == "localhost" {
		return errDenied
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsLoopback() {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// holds: behind a host of the program's.
func behind(in args) { http.Get("https://api.example.com/" + in.URL) }

// violated: "api.example.com" may go on.
func behindHost(in args) { http.Get("https://api.example.com" + in.URL) }

// violated: user information ends at "@".
func formatted(in args) { http.Get(fmt.Sprintf("https://%s.example.com/", in.Host)) }

// holds: letters and digits end no host.
func label(in args) error {
	if !regexp.MustCompile(`^[a-z0-9]+$`).MatchString(in.Host) {
		return errDenied
	}
	http.Get(fmt.Sprintf("https://%s.example.com/", in.Host))
	return nil
}

// violated: a connection is one, too.
func dial(in args) { net.Dial("tcp", in.Host+":443") }

// unknown: somebody else says which.
func somebody(allowed func(string) bool, in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || !allowed(u.Host) {
		return errDenied
	}
	http.Get(in.URL)
	return nil
}

// unknown: somebody else says which, by one of two questions, and the address may be made again of what was parsed.
func somebodyElse(allowed func(string) bool, in args) error {
	u, err := url.Parse(in.URL)
	if err != nil {
		return errDenied
	}
	address := in.URL
	if u.Scheme == "" {
		u.Scheme = "https"
		address = u.String()
	}
	if !allowed(u.Host + ":" + u.Path) {
		if !allowed(u.Host) {
			return errDenied
		}
	}
	http.Get(address)
	return nil
}

// violated: one of the ways asks nobody.
func halfAsked(allowed func(string) bool, trusted bool, in args) error {
	u, err := url.Parse(in.URL)
	if err != nil {
		return errDenied
	}
	if !trusted {
		if !allowed(u.Host) {
			return errDenied
		}
	}
	http.Get(in.URL)
	return nil
}

// violated: one address is looked at, and another one is called.
func redirected(in args) error {
	u, err := url.Parse(in.URL)
	if err != nil || !hosts[u.Hostname()] {
		return errDenied
	}
	http.Get(in.Host)
	return nil
}

// violated: a statement of text.
func text(db *sql.DB, in args) { db.Query("SELECT * FROM t WHERE name = '" + in.Name + "'") }

// violated: two quotes for one are not enough everywhere.
func quoted(db *sql.DB, in args) {
	db.Query(fmt.Sprintf("SELECT * FROM t WHERE name = '%s'", strings.ReplaceAll(in.Name, `\`, `\\`)))
}

// nothing: a parameter is no text of the statement.
func parameter(db *sql.DB, in args) { db.Query("SELECT * FROM t WHERE name = ?", in.Name) }

// violated: what a statement is sorted by is its text.
func ordered(db *sql.DB, in args) { db.Query("SELECT * FROM t ORDER BY " + in.Order) }

// holds: one of the columns.
func orderedBy(db *sql.DB, in args) error {
	if !slices.Contains([]string{"name", "age"}, in.Order) {
		return errDenied
	}
	db.Query("SELECT * FROM t ORDER BY " + in.Order)
	return nil
}

// holds: a number is harmless.
func limited(db *sql.DB, in args) { db.Query(fmt.Sprintf("SELECT * FROM t LIMIT %d", in.Limit)) }

type store interface {
	Find(statement string) error
}

// unknown: nobody knows what it does with it.
func found(s store, in args) error { return s.Find("name = " + in.Name) }
