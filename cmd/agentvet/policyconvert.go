package main

// This file is the command that converts policies of other verifiers.

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/atmosphere"
	"github.com/agentvet/agentvet/internal/policyfile"
	"github.com/agentvet/agentvet/internal/regular"
)

// runPolicyConvert writes the policy file that says what a policy of Atmosphere says of runs; what that says of
// tools goes into a registry.
func runPolicyConvert(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	registry := fs.String("registry", "", "add what the policy says of tools to the registry in `file`; -o names the result")
	out := fs.String("o", "", "write the registry to `file`, or to standard output (-)")
	force := fs.Bool("force", false, "overwrite the file of -o")
	rest, err := c.parse(cmd, fs, args)
	switch {
	case err != nil:
		return 0, err
	case len(rest) != 1:
		return 0, &errUsage{"policy convert needs one file: a policy of Atmosphere, as JSON", "agentvet help policy"}
	case (*registry == "") != (*out == ""):
		return 0, &errUsage{"-registry and -o belong together", "agentvet help policy"}
	}
	src, err := regular.Named(c.abs(rest[0]), policyfile.MaxSize)
	if err != nil {
		return 0, err
	}
	p, err := atmosphere.Decode(rest[0], src)
	if err != nil {
		return 0, err
	}
	text, err := p.YAML(filepath.ToSlash(rest[0]))
	if err != nil {
		return 0, err
	}
	if _, err := policy.Load("agentvet.yaml", []byte(text), policy.Options{}); err != nil {
		return 0, fmt.Errorf("what comes of it is no policy file: %w", err)
	}
	if *registry != "" {
		if err := c.annotate(p, *registry, *out, *force); err != nil {
			return 0, err
		}
	}
	fmt.Fprint(c.stdout, text)
	return exitClean, nil
}

// annotate writes a registry with what a policy says of its tools.
func (c *cli) annotate(p *atmosphere.Policy, registry, out string, force bool) error {
	_, program, err := c.decodeProgram(registry, "not a registry:\n%w")
	if err != nil {
		return err
	}
	if err := p.Annotate(program.Tools); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := graph.EncodeRegistry(&text, program.Tools, program.Unknowns); err != nil {
		return err
	}
	f, err := c.create(out, force)
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}
