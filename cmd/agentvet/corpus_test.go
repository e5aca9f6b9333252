//go:build truth

package main

// This file runs agentvet on the programs in the modules of testdata, which use
// the real frameworks. The tests that build on it take minutes and run on demand:
//
//	go test -tags truth -timeout 30m ./cmd/agentvet

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// An agentModule is one of the modules of testdata that has programs.
type agentModule struct {
	name      string
	golden    string // pattern of the golden file of a program, after its name with a separator
	sensitive string // every tool that its expected.txt files call sensitive
	human     bool   // its expected.txt files say what -require-human finds
	limits    bool   // its golden files say how often an agent asks its model, 0 for no limit

	once  sync.Once
	list  []prog
	names []string // every package, relative to the module
}

var modules = []*agentModule{
	{name: "eino", golden: "-", sensitive: "refund_payment,restart_service,purge_mailbox,publish_article,close_account,execute"},
	{name: "adk", golden: "_", sensitive: "issue_refund,pay_invoice,ban_seller,restart_service,promote_release,cancel_booking"},
	{name: "adkv1", golden: "_", sensitive: "lock_month,wipe_device"},
	{name: "mcp", golden: "_", sensitive: "delete_file,drop_table,tickets_delete"},
	{name: "trpcagent", golden: "_", sensitive: "refund_payment"},
	{name: "genkit", golden: "_", sensitive: "refund_order,cancel_order", limits: true},
	{name: "assistants", golden: "_", sensitive: "reset_password,close_account,delete_file", limits: true},
	{name: "others", golden: "_", sensitive: "remove,remove_file", limits: true},
	{name: "clis", golden: "_", sensitive: "remove_ticket,mcp__desk__remove_ticket", limits: true},
	{name: "ingenimax", golden: "_", sensitive: "refund_order", limits: true},
	{name: "temporal", golden: "_", sensitive: "Refund,Publish"},
	{name: "swarmgo", golden: "_", sensitive: "close_account", limits: true},
	{name: "langgraphgo", golden: "_", sensitive: "refund_payment,publish_article"},
	{name: "langgraphgo07", golden: "_", sensitive: "prescribe_drug"},
	{name: "langgraphgo05", golden: "_"},
	{name: "langgraphgotmc", golden: "_"},
	{name: "published/eino", golden: "-", sensitive: "social_media_api", human: true},
	{name: "published/adk", golden: "_", sensitive: "cms_api,postgres_insert,credit_bureau_api,core_banking_api,kubectl_restart,config_rollback", human: true},
	{name: "published/langgraphgo", golden: "-", sensitive: "execute_code,run_pytest,smtp_send,brokerage_api,trading_api", human: true},
}

// A prog is one program of a module: its package, and the packages that only
// it and its twin use.
type prog struct {
	name     string // such as refund/bad
	packages []string
}

func (p prog) clean() bool { return isClean(path.Base(p.name)) }

// isClean reports whether programs in a form have no defects: those that were
// repaired, in one way or another.
func isClean(form string) bool {
	return slices.Contains([]string{"clean", "gated", "redacted", "relayed"}, form)
}

// bad reports whether p has defects that are found by default. Beside the clean
// programs, those that were published as they are have none.
func (p prog) bad() bool { return !p.clean() && path.Base(p.name) != "published" }

func (p prog) patterns() []string {
	list := make([]string, len(p.packages))
	for i, name := range p.packages {
		list[i] = "./" + name
	}
	return list
}

// isADK reports whether the programs use the ADK, whose graphs end where nothing
// follows and whose edges have routes.
func (m *agentModule) isADK() bool { return strings.HasPrefix(m.framework(), "adk") }

// framework returns the name of the framework that the programs use.
func (m *agentModule) framework() string { return path.Base(m.name) }

func (m *agentModule) dir() string { return filepath.Join("..", "..", "testdata", m.name) }

// load lists the programs of m. It also runs agentvet once over all of m, so
// that later runs over parts of it come from the cache.
func (m *agentModule) load(t testing.TB) {
	t.Helper()
	m.once.Do(func() {
		out := m.goCommand(t, "list", "-f", "{{.ImportPath}} {{.Module.Path}} {{join .Imports \",\"}}", "./...")
		imports := make(map[string]string)
		for line := range strings.Lines(out) {
			f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
			name := strings.TrimPrefix(f[0], f[1]+"/")
			m.names = append(m.names, name)
			imports[name] = strings.ReplaceAll(f[2], f[1]+"/", "")
		}
		for _, name := range m.names {
			if !isForm(name) && name != "rejected" {
				continue
			}
			m.list = append(m.list, prog{name, m.family(name, imports)})
		}
		m.agentvet(t, "-json", "./...")
	})
	if len(m.list) == 0 {
		t.Fatalf("%s has no programs", m.name)
	}
}

// family returns the packages of a program: its own, and those beside it that
// are neither another form of it nor import one.
func (m *agentModule) family(name string, imports map[string]string) []string {
	top := path.Dir(name)
	if top == "." {
		return []string{name}
	}
	isOther := func(p string) bool { return path.Dir(p) == top && p != name && isForm(p) }
	var list []string
	for _, p := range m.names {
		if strings.HasPrefix(p, top+"/") || p == top {
			if !isOther(p) && !slices.ContainsFunc(strings.Split(imports[p], ","), isOther) {
				list = append(list, p)
			}
		}
	}
	return list
}

// isForm reports whether a package is a program in one of its forms.
func isForm(name string) bool {
	base := path.Base(name)
	return base == "bad" || isClean(base) || base == "published"
}

func (m *agentModule) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = m.dir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=")
	return cmd
}

func (m *agentModule) goCommand(t testing.TB, args ...string) string {
	t.Helper()
	out, err := m.command("go", args...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		t.Fatalf("%s: go %v: %v\n%s", m.name, args, err, exit.Stderr)
	}
	return string(out)
}

// agentvet runs the binary in m and returns what it printed and its exit code.
// Exit code 2 ends the test: something could not be read.
func (m *agentModule) agentvet(t testing.TB, args ...string) ([]byte, int) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := m.command(binary, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != exitUndecided {
		return out, code
	}
	t.Fatalf("%s: agentvet %v: exit code %d\n%s", m.name, args, exitUndecided, stderr.Bytes())
	return nil, 0
}
