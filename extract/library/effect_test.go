package library

import (
	"slices"
	"strings"
	"testing"
)

// TestNeeds: which rows of a function count, by what is known of its argument.
func TestNeeds(t *testing.T) {
	table := NewTable("rows.txt", `
package p
may Query db.read   where=0:@statements.read
may Query db.write  where=0:@statements.write
may Query db.delete where=0:@statements.delete
may Query db
may Open fs.read  where=1:0
may Open fs       where=1:?
may Open fs.write where=1:*|!0|![?]
may Run exec.{0}
may Both a|b.c
may Nothing none
`)
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key, text string
		known     bool
		want      string
	}{
		{"p.Query", "select 1", true, "db.read"},
		{"p.Query", "\n\tSELECT * FROM a", true, "db.read"},
		{"p.Query", "with x as (select 1) select * from x", true, "db.read"},
		{"p.Query", "with x as (select 1) insert into y select * from x", true, "db.write"},
		{"p.Query", "with x as (select count(*) from a) delete from y where b in (select b from x)", true, "db.delete"},
		{"p.Query", "with x as (delete from a returning b) select b from x", true, "db.delete db.read"},
		{"p.Query", "with x as (select deleted_at from a where b = ')') select b from x", true, "db.read"},
		{"p.Query", "with x as (select 1) select (replace(a, 'b', 'c')) from x", true, "db.read"},
		{"p.Query", "with x as (select a from y where b in (?)) select * from x where c = (?)", true, "db.read"},
		{"p.Query", "with x as (?) select * from x", true, "db"},
		{"p.Query", "with x as (select 1 ?", false, "db"},
		{"p.Query", "with x as (delete ?", false, "db"},
		{"p.Query", "select a into b from c", true, "db"},
		{"p.Query", "update a set b = 1", true, "db.write"},
		{"p.Query", "delete from ?", false, "db.delete"},
		{"p.Query", "?", false, "db"},
		{"p.Query", "? where a", false, "db"},
		{"p.Query", "-- a comment\nselect", true, "db.read"},
		{"p.Query", "-- name: Forget; :exec\nDELETE FROM a", true, "db.delete"},
		{"p.Query", "/* what is old */ delete from a -- all", true, "db.delete"},
		{"p.Query", "/*! delete from a */", true, "db"},
		{"p.Query", "select '-- no comment'; drop table a", true, "db.read db.delete"},
		{"p.Query", "select ';' from a; drop table b", true, "db.read db.delete"},
		{"p.Query", "BEGIN; insert into a values (1); commit", true, "db.write"},
		{"p.Query", "select 1;", true, "db.read"},
		{"p.Query", "select 1; call sweep()", true, "db.read db"},
		{"p.Query", "begin", true, "db"},
		{"p.Open", "0", true, "fs.read"},
		{"p.Open", "2", true, "fs.write"},
		{"p.Open", "577", true, "fs.write"},
		{"p.Open", "?", false, "fs"},
		{"p.Run", "git", true, "exec.git"},
		{"p.Run", "/usr/bin/Git.exe", true, "exec.git"},
		{"p.Run", "?", false, "exec"},
		{"p.Run", "git-?", false, "exec"},
		{"p.Run", "a b", true, "exec"},
		{"p.Both", "", false, "a b.c"},
		{"p.Nothing", "", false, ""},
		{"p.None", "", false, ""},
	} {
		got := Needs(table.Effects(c.key), func(int) (string, bool) { return c.text, c.known })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s of %q: %q, want %q", c.key, c.text, got, c.want)
		}
	}
	if len(table.Effects("p.Nothing")) != 1 || len(table.Effects("p.None")) != 0 {
		t.Error("a function that needs nothing has a row, one of which nothing is said has none")
	}
	if got := table.Packages(EffectRows); !slices.Equal(got, []string{"p"}) || len(table.Packages(CallRows))+len(table.Packages(DataRows)) > 0 {
		t.Errorf("packages with effects: %q", got)
	}
}

// TestEffectMistakes: what is wrong with a row is said with its place.
func TestEffectMistakes(t *testing.T) {
	for row, want := range map[string]string{
		"may F":                   "rows.txt:2:1: want `may FUNC CAPABILITIES [where=…]`",
		"may F .a":                `rows.txt:2:7: want a dotted name, as in fs.read, got ".a"`,
		"may F a..b":              `rows.txt:2:7: want a dotted name, as in fs.read, got "a..b"`,
		"may F a.{x}":             `rows.txt:2:7: want {0} or another argument at the end, got "a.{x}"`,
		"may F {0}":               `rows.txt:2:7: want {0} or another argument at the end, got "{0}"`,
		"may F a where=0+:b":      "rows.txt:2:7: a may takes no condition on a list",
		"may F a|none":            `rows.txt:2:7: want none alone, without a condition, got "a|none"`,
		"may F none where=0:a":    `rows.txt:2:7: want none alone, without a condition, got "none"`,
		"may F a b":               `rows.txt:2:9: unexpected "b": want ` + "`may FUNC CAPABILITIES [where=…]`",
		"may F a\nmay F b":        "rows.txt:3:1: p.F has a may row on line 2 already",
		"may F.[G]* a":            `rows.txt:2:1: want * alone in a pattern, got "F.[G]*"`,
		"flow F.G*":               `rows.txt:2:1: a row of flow takes no pattern, got "p.F.G*"`,
		"may F a where=0:@nobody": `rows.txt:2:9: no patterns are called "@nobody"`,
	} {
		err := NewTable("rows.txt", "package p\n"+row+"\n").Check()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", row, err, want)
		}
	}
}

// TestPatterns: which rows count for a name and a path, of several.
func TestPatterns(t *testing.T) {
	table := NewTable("rows.txt", `
root a.org/cloud/* b.org/cloud/*/v2
package .
may Client.Get*       read
may Client.GetAndKill kill
may Client.Put*       write
may Client.Put*Now    now
may Client.*          any
may *Waiter.Wait*     wait
may *Request.*Item    item
may New*              none
root a.org/cloud/own
package .
may Client.Get*       own
`)
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"a.org/cloud/x.Client.Get":         "read",
		"a.org/cloud/x.Client.GetThing":    "read",
		"a.org/cloud/x.Client.Getaway":     "any",
		"a.org/cloud/x.Client.GetAndKill":  "kill",
		"a.org/cloud/x.Client.GetAndKills": "read",
		"a.org/cloud/x.Client.PutItNow":    "now",
		"a.org/cloud/x.Client.Put2":        "write",
		"a.org/cloud/x.ThingWaiter.WaitOn": "wait",
		"a.org/cloud/x.Waiters.WaitOn":     "",
		"a.org/cloud/x.GetRequest.TheItem": "item",
		"a.org/cloud/x.Client":             "",
		"a.org/cloud/x.NewClient":          "",
		"a.org/cloud/x/y.Client.Get":       "",
		"a.org/cloud.Client.Get":           "",
		"b.org/cloud/x/v2.Client.Get":      "read",
		"b.org/cloud/x/v3.Client.Get":      "",
		"a.org/cloud/own.Client.GetThing":  "own",
		"a.org/cloud/own.Client.Put":       "write",
	} {
		if got := strings.Join(Needs(table.Effects(key), func(int) (string, bool) { return "", false }), " "); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if len(table.Effects("a.org/cloud/x.NewClient")) != 1 || len(table.Effects("a.org/cloud/x.Newer")) != 0 {
		t.Error("what begins with a word of its own has the row that says it needs nothing")
	}
}
