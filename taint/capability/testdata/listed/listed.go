// Package listed looks statements and methods up in tables.
package listed

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

var queries = map[string]string{
	"open":   "SELECT id FROM issues WHERE state = 'open'",
	"closed": "SELECT id FROM issues WHERE state = 'closed'",
}

func readsByMap(db *sql.DB, name string) { db.Query(queries[name]) }

func readsByMapIfThere(db *sql.DB, name string) {
	if q, ok := queries[name]; ok {
		db.Query(q)
	}
}

func readsByRange(db *sql.DB) {
	for _, q := range queries {
		db.Query(q)
	}
}

func readsWithMore(db *sql.DB, name string) { db.Query(queries[name] + " LIMIT 10") }

var reports = [...]string{"SELECT count(*) FROM issues", "SELECT count(*) FROM users"}

func readsByArray(db *sql.DB, n int) { db.Query(reports[n]) }

var mixed = []string{"SELECT 1", "DELETE FROM sessions"}

func readsFirst(db *sql.DB)    { db.Query(mixed[0]) }
func deletesSecond(db *sql.DB) { db.Exec(mixed[1]) }

var jobs = []string{"DELETE FROM sessions", "UPDATE users SET seen = 0"}

func cleansAll(db *sql.DB) {
	for _, j := range jobs {
		db.Exec(j)
	}
}

func isJob(name string) bool { return slices.Contains(jobs, name) }

type step struct{ name, text string }

var steps = []step{{"sessions", "DELETE FROM sessions"}, {"tokens", "DELETE FROM tokens"}}

func deletesByStep(db *sql.DB) error {
	for _, s := range steps {
		if _, err := db.Exec(s.text); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

var byName = map[string]step{"look": {"look", "SELECT 1"}, "drop": {"drop", "DROP TABLE users"}}

func readsByKey(db *sql.DB)   { db.Exec(byName["look"].text) }
func deletesByKey(db *sql.DB) { run(db, byName["drop"]) }
func run(db *sql.DB, s step)  { db.Exec(s.text) }
func readsOfStep(db *sql.DB)  { run(db, byName["look"]) }
func readsLocal(db *sql.DB, n int) {
	local := []string{"SELECT 1", "SELECT 2"}
	db.Query(local[n])
}

func statement(which string) string {
	switch which {
	case "issues":
		return "SELECT id FROM issues"
	case "users":
		return "SELECT id FROM users"
	}
	return "SELECT id FROM things"
}

func readsReturned(db *sql.DB, which string) { db.Query(statement(which)) }

func readsBySwitch(db *sql.DB, which string) {
	var q string
	switch which {
	case "issues":
		q = "SELECT id FROM issues"
	case "users":
		q = "SELECT id FROM users"
	}
	db.Query(q)
}

func nothingAtAll(db *sql.DB) { db.Exec("") }

// What may be written to elsewhere.

var written = map[string]string{"a": "SELECT 1"}

func Add(name, q string)                        { written[name] = q }
func anythingInWritten(db *sql.DB, name string) { db.Exec(written[name]) }

var handedOver = map[string]string{"a": "SELECT 1"}

func fill(m map[string]string)                     { m["b"] = "DELETE FROM users" }
func init()                                        { fill(handedOver) }
func anythingInHandedOver(db *sql.DB, name string) { db.Exec(handedOver[name]) }

var Exported = map[string]string{"a": "SELECT 1"}

func anythingInExported(db *sql.DB, name string) { db.Exec(Exported[name]) }

var setLater = []string{"SELECT 1", "SELECT 2"}

func Set(n int, q string)                  { setLater[n] = q }
func anythingInSetLater(db *sql.DB, n int) { db.Exec(setLater[n]) }

func anythingAdded(db *sql.DB, names []string) {
	q := ""
	for _, n := range names {
		q = n + q
	}
	db.Exec(q)
}

// Requests.

func removesByLiteral(u *url.URL) { http.DefaultClient.Do(&http.Request{Method: "DELETE", URL: u}) }
func removesBySetting(u *url.URL) {
	r := &http.Request{URL: u}
	r.Method = http.MethodDelete
	http.DefaultClient.Do(r)
}
func getsByDefault(u *url.URL) { http.DefaultClient.Do(&http.Request{URL: u, Header: http.Header{}}) }
func talksByParam(m string)    { http.DefaultClient.Do(&http.Request{Method: m}) }
func removesThrough()          { talksByParam("DELETE") }
func talksByOther(u *url.URL) {
	r := &http.Request{URL: u}
	sign(r)
	http.DefaultClient.Do(r)
}
func sign(r *http.Request) { r.Method = "PUT" }
func talksByCopy(old *http.Request) {
	r := new(http.Request)
	*r = *old
	http.DefaultClient.Do(r)
}

var methods = map[string]string{"show": "GET", "close": "DELETE"}

func eitherByTable(action string) {
	http.NewRequest(strings.ToUpper(methods[action]), "https://example.com", nil)
}

func hidden(p []byte) int64

func nativeCode(p []byte) int64 { return hidden(p) }
