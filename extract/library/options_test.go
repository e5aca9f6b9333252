package library

import "testing"

// TestMayBeOption: where an argument stands in a command line says whether it may be an option.
func TestMayBeOption(t *testing.T) {
	for line, want := range map[string]bool{
		"git":                                true,
		"git,clone":                          true,
		"git,clone,--":                       false,
		"git,clone,--depth":                  false,
		"git,clone,--depth,1":                true,
		"git,clone,--depth=1":                true,
		"git,-C":                             false,
		"git,-C,?,log":                       true,
		"git,-C,?,status":                    false,
		"git,-c,user.name=x,--no-pager,diff": true,
		"git,?":                              false,
		"git,log,-n":                         false,
		"git,log,-n5":                        true,
		"git,grep,-n":                        true,
		"git,grep,-ne":                       false,
		"git,grep,-nefoo":                    true,
		"/usr/bin/git,clone":                 true,
		"sudo,git,clone":                     true,
		"git.exe,clone":                      true,
		"find":                               true,
		"find,--":                            true,
		"find,.,-name":                       false,
		"find,.,-type,f":                     true,
		"tar,xzf":                            false,
		"tar,xzf,a.tgz":                      true,
		"tar,-xzf":                           false,
		"tar,-xz":                            true,
		"docker,run,-it":                     true,
		"docker,run,-it,image":               false,
		"docker,run,-v,a:b":                  true,
		"docker,ps":                          false,
		"docker,--":                          false,
		"go,build":                           true,
		"go,build,-o":                        false,
		"go,build,./...":                     false,
		"go,test,-json,-run,X":               true,
		"go,test,./...":                      true,
		"go,test,-run":                       false,
		"go,run,x.go":                        false,
		"curl,-sSL":                          true,
		"curl,-sSLo":                         false,
		"curl,-X,POST":                       true,
		"wc,-w":                              false,
		"?":                                  false,
		"?,clone":                            false,
	} {
		if got := mayBeOption(Separator + line); got != want {
			t.Errorf("mayBeOption(%q) = %t, want %t", line, got, want)
		}
	}
}

// TestOptions: options.list has no line that says nothing, and no program twice but with other
// commands.
func TestOptions(t *testing.T) {
	seen := make(map[string]bool)
	for _, o := range optionLines() {
		commands := o.commands
		if commands == nil {
			commands = []string{""}
		}
		for _, program := range o.programs {
			for _, command := range commands {
				if key := program + " " + command; program == "" || seen[key] {
					t.Errorf("options.list: %q is there twice, or has no name", key)
				} else {
					seen[key] = true
				}
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("options.list: only %d commands", len(seen))
	}
}
