package main

// This file is the command that builds a gopls with agentvet in it.

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/gopls"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
)

var goplsCommand = command{
	name:  "gopls",
	line:  "[flags]",
	short: "build a gopls with agentvet in it, for editors",
	long: `Examples:

    agentvet gopls                            build gopls-agentvet where go install puts programs
    agentvet gopls -version v0.23.0           from this version of gopls
    agentvet gopls -o ~/bin/gopls             and write it to a file
    agentvet gopls -source .                  from a clone of agentvet, in its directory

Editors show what agentvet finds if they are told to start the program in place of
gopls: docs/editors.md has the settings. Without -version, it is made from the
version of the gopls in PATH, or from ` + goplsVersion + ` if there is none. The source comes
from the module cache or the module proxy; building takes some minutes of CPU
time the first time.`,
	run: runGopls,
}

// goplsVersion is the newest version of gopls that agentvet is tested with.
const goplsVersion = "v0.23.0"

func runGopls(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	version := fs.String("version", "", "the `version` of gopls")
	out := fs.String("o", "", "write the program to `file`")
	force := fs.Bool("force", false, "with -o: follow links, and overwrite a file that is no gopls")
	source := fs.String("source", "", "take agentvet from its source in `dir`; by default the version of this program")
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if len(rest) > 0 {
		return 0, &errUsage{fmt.Sprintf("unexpected argument %q", rest[0]), "agentvet help gopls"}
	}
	if err := c.mayReplace(*out, *force, gopls.Is); err != nil {
		return 0, err
	}
	config := gopls.Config{Version: *version, Agentvet: *source, Local: *source != "", Out: *out, Command: load.Config{Dir: c.dir}.Command}
	switch own := programVersion(); {
	case config.Local:
		config.Agentvet = c.abs(*source)
	case own == "":
		return 0, &errUsage{"this agentvet was built from a checkout: -source DIR says where that is", "agentvet help gopls"}
	default:
		config.Agentvet = own
	}
	ctx, stop := untilSignal()
	defer stop()
	if config.Version == "" {
		config.Version = installedGopls(ctx)
	}
	if config.Out == "" {
		if config.Out, err = installed(ctx, config.Command, "gopls-agentvet"); err != nil {
			return 0, err
		}
	}
	config.Out = c.abs(config.Out)
	c.notice(fmt.Sprintf("building gopls %s with agentvet", config.Version))
	err = gopls.Build(ctx, config)
	if ctx.Err() != nil {
		err = errInterrupted
	}
	if err != nil {
		return 0, err
	}
	fmt.Fprintln(c.stdout, config.Out)
	return exitClean, nil
}

// programVersion returns the version that this program was released as, "" for none.
func programVersion() string {
	if v := version(); regexp.MustCompile(`^v\d+\.\d+\.\d+[-.\w]*$`).MatchString(v) {
		return v
	}
	return ""
}

// installedGopls returns the version of the gopls in PATH, or the one that agentvet is tested
// with.
func installedGopls(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "gopls", "version").Output()
	if m := regexp.MustCompile(regexp.QuoteMeta(gopls.Module) + ` (v\d\S*)`).FindSubmatch(out); err == nil && m != nil {
		return string(m[1])
	}
	return goplsVersion
}

// installed returns where go install puts a program.
func installed(ctx context.Context, command func(context.Context, ...string) *exec.Cmd, name string) (string, error) {
	out, err := command(ctx, "env", "GOBIN", "GOPATH", "GOEXE").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	lines := bytes.Split(out, []byte("\n"))
	bin := string(bytes.TrimSpace(lines[0]))
	if bin == "" {
		bin = filepath.Join(filepath.SplitList(string(bytes.TrimSpace(lines[1])))[0], "bin")
	}
	return filepath.Join(bin, name+string(bytes.TrimSpace(lines[2]))), nil
}
