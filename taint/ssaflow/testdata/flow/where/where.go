// Package where has wrappers around functions whose rows depend on an argument.
package t

import (
	"fmt"
	"strings"

	"t/lib"
)

func source() string                { return "s" }
func sink(args ...any)              {}
func named(name string) string      { return name }
func run(name string, args ...any)  {}
func runs(name string, args ...any) {}

func env(name string) string { return named(name) } // @Source(env)

func prefixed(name string) string { return env("APP_" + strings.ToUpper(name)) }

func formatted(name string) string { return env(fmt.Sprintf("%s_%s", "APP", name)) }

func or(name, otherwise string) string {
	if v := env(name); v != "" {
		return v
	}
	return otherwise
}

func named2() string { return env("API_KEY") }

func wrapped() {
	sink(env("API_KEY"))   // @Sink(env)
	sink(env("HOME"))      // nothing
	sink(prefixed("key"))  // @Sink(env)
	sink(prefixed("home")) // nothing
	sink(formatted("key")) // @Sink(env)
	sink(formatted("x"))   // nothing
	sink(or("KEY", "x"))   // @Sink(env)
	sink(or("KEY_FILE", "x"))
	sink(named2()) // @Sink(env)
}

// A name that nobody in sight gives.
func Any(name string) { sink(env(name)) }

// Shown to a sink in the wrapper itself.
func show(name string) { sink(named(name)) } // @Source(show) @Sink(show)

func showKey()  { show("KEY") }
func showHome() { show("HOME") }

func call(name string, args ...any) { run(name, args...) } // @Sink(call1) @Sink(call2) @Sink(call3)

func callOnce(arg any) { run("wc", arg) }

func shell() string { return "sh" }

func counter() string { return "wc" }

type runner struct{ name string }

func (r *runner) run(arg any) { run(r.name, arg) } // nothing: only wc is set

type opener struct{ name string }

func (o opener) run(arg any) { run(o.name, arg) } // @Sink(opener4)

func calls(b bool) {
	call("sh", source()) // @Source(call1)
	call("wc", source())
	callOnce(source())
	call(shell(), source()) // @Source(call2)
	call(counter(), source())
	name := "wc"
	if b {
		name = "ls"
	}
	call(name, source())
	(&runner{name: "wc"}).run(source())
	opener{name: "sh"}.run(source()) // @Source(opener4)
	opener{name: "wc"}.run(source())
	later := func() { run(name, source()) }
	later()
}

var program = "wc"

var changed = "wc"

func change(s string) { changed = s }

func global() {
	call(program, source())
	call(changed, source()) // @Source(call3)
}

// What stands before an argument decides.
func lists(name string) {
	runs("docker", "exec", name, "sh", "-c", source())     // @Source(docker) @Sink(docker)
	runs("docker", "exec", source(), "cat")                // nothing
	runs("docker", "logs", source())                       // nothing
	runs("/bin/bash", "-c", source())                      // @Source(bash) @Sink(bash)
	runs("/bin/bash", "-c", "grep $1", source())           // nothing: the script has it as data
	runs("bash.exe", "script.sh", source())                // nothing
	runs("env", "X=1", source())                           // @Source(envp) @Sink(envp)
	runs("env", "X=1", "git", source())                    // nothing
	runs("timeout", "5", source())                         // @Source(timeout) @Sink(timeout)
	runs("timeout", "5", "git", "log", source())           // nothing
	runs("timeout", "5", "sh", "-c", source())             // @Source(timeout2) @Sink(timeout2)
	runs("find", ".", "-exec", source())                   // @Source(find) @Sink(find)
	runs("find", ".", "-name", source())                   // nothing
	runs("sudo", "systemctl", "restart", source())         // nothing
	runs("sudo", source())                                 // @Source(sudo) @Sink(sudo)
	runs("brush", source())                                // nothing
	runs("awk", source())                                  // @Source(awk) @Sink(awk)
	runs("git", source())                                  // nothing
	runs("powershell", "-NoProfile", "-Command", source()) // @Source(ps) @Sink(ps)
}

func list(name string, args ...any) { runs(name, args...) } // @Sink(list6) @Sink(list7) @Sink(list8) @Sink(list9)

func inner(args ...any) { list("docker", append([]any{"exec", "box"}, args...)...) }

func listed() {
	list("docker", "exec", "box", "sh", "-c", source()) // @Source(list6)
	list("docker", "exec", "box", "cat", "--", source())
	list("sh", source()) // @Source(list7)
	list("wc", source())
	inner("sh", "-c", source()) // @Source(list8)
	inner("cat", source())
	args := []any{"-c", source()} // @Source(list9)
	list("/usr/bin/bash", args...)
	more := []any{"log"}
	more = append(more, source())
	list("git", more...)
}

func elsewhere() {
	lib.Output("git", "add", source())
	lib.Output("sh", "-c", source()) // @Source(far)
}
