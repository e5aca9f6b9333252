package library

import (
	"path"
	"strings"
	"testing"
)

// TestPrograms: where an argument stands in a command line says whether it is a command.
func TestPrograms(t *testing.T) {
	for line, want := range map[string]bool{
		"sh":                              true,
		"sh,-c":                           true,
		"sh,-c,ls":                        false,
		"bash,-lc":                        true,
		"bash,-lc,ls":                     false,
		"bash,-euxc,ls":                   false,
		"bash,-o,noexec,-c":               true,
		"bash,-s":                         true,
		"?":                               false,
		"?,-c":                            true,
		"?,-lc":                           true,
		"?,-exec":                         false,
		"cmd,/C":                          true,
		"python3,-c":                      true,
		"python3,-c,pass":                 false,
		"python3,main.py":                 false,
		"python3.12":                      true,
		"python3,main.py,-x":              false,
		"python3,-u,main.py":              false,
		"python3,-u,main.py,x":            false,
		"python3,-m,http.server":          false,
		"lua5.4":                          true,
		"node,--no-warnings":              true,
		"node,--no-warnings,main.js":      false,
		"node,main.js":                    false,
		"deno,run,-A":                     true,
		"deno,run,-A,main.ts":             false,
		"node,-r,./hook.js":               true,
		"node,-r,./hook.js,-e":            true,
		"uv,run,--quiet":                  true,
		"uv,run,--quiet,main.py":          false,
		"conda,run,-n,lab":                true,
		"sed,-l,5":                        true,
		"xargs,-0":                        true,
		"xargs,rm":                        false,
		"psql,-h,/run/pg,-c":              true,
		"psql,-d":                         false,
		"psql,-c,select 1":                false,
		"mysql,-u,root,-e":                true,
		"mysql,-u":                        false,
		"mariadb,--execute":               true,
		"mongosh,shop,--eval":             true,
		"sqlite3,shop.db":                 true,
		"sqlite3,-json,/var/shop.db":      true,
		"sqlite3,-json":                   false,
		"redis-cli,-h,cache,EVAL":         true,
		"redis-cli,-h,cache,GET":          false,
		"docker,exec,db,psql,-U,shop,-c":  true,
		"docker,exec,db,psql,-U":          false,
		"sudo,-u,postgres,psql,-c":        true,
		"kubectl,exec,db,--,sqlite3,a.db": true,
		"sed":                             true,
		"sed,-i":                          true,
		"sed,-n,1p":                       false,
		"sed,-n,-e":                       true,
		"vim,-es,-c":                      true,
		"vim":                             false,
		"gdb,-batch,-ex":                  true,
		"emacs,--batch,--eval":            true,
		"npm,exec":                        true,
		"npm,run":                         false,
		"uv,run":                          true,
		"git,-C":                          false,
		"grep,-c":                         false,
		"ls":                              false,
	} {
		if got := isCommand(Separator + line); got != want {
			t.Errorf("isCommand(%q) = %t, want %t", line, got, want)
		}
	}
}

// TestReaders: of some command lines the standard input is a script.
func TestReaders(t *testing.T) {
	for line, want := range map[string]bool{
		"sh":                  true,
		"sh,-s":               true,
		"sh,main.sh":          false,
		"python3":             true,
		"python3,-":           true,
		"python3,main.py":     false,
		"lua,main.lua":        false,
		"psql":                true,
		"psql,-d,shop":        true,
		"sqlite3,shop.db":     true,
		"docker,exec,-i,x,sh": true,
		"grep,-f,-":           false,
	} {
		if got := sets["readers"](Separator + line); got != want {
			t.Errorf("readers: %q = %t, want %t", line, got, want)
		}
	}
}

// TestLinePatterns: each pattern of the lists is well-formed; one that is not would match nothing.
func TestLinePatterns(t *testing.T) {
	for name, text := range map[string]string{"programs": programsText, "readers": readersText, "builders": buildersText} {
		for _, pattern := range linePatterns(text) {
			if _, err := path.Match(strings.TrimPrefix(pattern, Except), ""); err != nil {
				t.Errorf("%s.list: %q: %v", name, pattern, err)
			}
		}
	}
	for _, name := range []string{"read", "write", "delete"} {
		for _, pattern := range namedPatterns(name, statementsText) {
			if _, err := path.Match(strings.TrimPrefix(pattern, Except), ""); err != nil {
				t.Errorf("statements.list: %q: %v", pattern, err)
			}
		}
	}
}
