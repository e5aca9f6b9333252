// Package t puts names into statements, in quotes and without.
package t

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
)

func input() string { return os.Getenv("P") } // @Source(p)

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func names(db *sql.DB) {
	p := input()
	db.Exec("delete from " + quote(p))
	db.Exec(`delete from "` + strings.ReplaceAll(p, `"`, `""`) + `" where a = 1`)
	db.Exec("delete from [" + strings.ReplaceAll(p, "]", "]]") + "]")
	db.Exec("delete from `" + strings.ReplaceAll(p, "`", "``") + "`")
	db.Exec(fmt.Sprintf("delete from `%s` where a = 1", strings.ReplaceAll(p, "`", "``")))
}

// A text in MySQL, in which a backslash says that the quote behind it ends nothing.
func texts(db *sql.DB) {
	p := input()
	db.Exec(`delete from t where a = "` + strings.ReplaceAll(p, `"`, `""`) + `"`)              // @Sink(p)
	db.Exec(fmt.Sprintf(`delete from t where a like "%s"`, strings.ReplaceAll(p, `"`, `""`)))  // @Sink(p)
	db.Exec(fmt.Sprintf(`insert into t values ("x", "%s")`, strings.ReplaceAll(p, `"`, `""`))) // @Sink(p)
}

func others(db *sql.DB) {
	p := input()
	db.Exec("delete from " + strings.ReplaceAll(p, `"`, `""`))                             // @Sink(p)
	db.Exec(`delete from "` + p + `"`)                                                     // @Sink(p)
	db.Exec("delete from [" + strings.ReplaceAll(p, `"`, `""`) + "]")                      // @Sink(p)
	db.Exec(`delete from "` + strings.ReplaceAll(p, `"`, `""`))                            // @Sink(p)
	db.Exec(`delete from "` + strings.ReplaceAll(p, `"`, `\"`) + `"`)                      // @Sink(p)
	db.Exec(fmt.Sprintf("delete from `%s` where %s", strings.ReplaceAll(p, "`", "``"), p)) // @Sink(p)
	db.Exec(fmt.Sprintf("delete from %s", strings.ReplaceAll(p, "`", "``")))               // @Sink(p)
}
