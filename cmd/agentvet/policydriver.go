package main

// This file is about policies where the go command runs this program: which file
// applies, and how the go command learns that it has changed.
//
// The go command keeps what its vet tool printed for as long as the tool, its
// flags and the package stay the same. It asks the tool who it is, with -V=full,
// once and in the user's directory. The answer is a hash of the executable and
// of each policy file that may apply: that which a variable names, or those
// beside the go.mod of each main module (there are several in a workspace); and of the
// inventory of tools that such a file names. Everything else that is analysed is a dependency, of which no policy is read.
//
// The command line names the file and its hash in variables, or the hashes of the files of several modules; a file that changes
// while the go command runs would otherwise be judged by one text and kept as
// the verdict of another.

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
)

const (
	policyVariable    = "AGENTVET_POLICY"     // an absolute path, or none
	policySumVariable = "AGENTVET_POLICY_SUM" // its Sum, if known; those of all that may apply, if none is named
)

// policyEnv returns the variables that make the go command apply p and no other
// policy.
func policyEnv(p *policy.Policy) []string {
	if p == nil || p.File == "" {
		return []string{policyVariable + "=" + noPolicy, policySumVariable + "="}
	}
	return []string{policyVariable + "=" + p.File, policySumVariable + "=" + p.Sum()}
}

// namedPolicy returns the policy that the variable names. It reports whether it
// names one, or none at all.
func namedPolicy(dir string) (p *policy.Policy, named bool, err error) {
	switch name := os.Getenv(policyVariable); {
	case name == "":
		return nil, false, nil
	case name == noPolicy:
		return nil, true, nil
	case !filepath.IsAbs(name):
		return nil, true, fmt.Errorf("%s=%s: want an absolute path, because packages are analysed in their own directories", policyVariable, name)
	default:
		if p, err = readPolicy(policy.Read, name, dir); err != nil {
			return nil, true, err
		}
		if sum := os.Getenv(policySumVariable); sum != "" && sum != p.Sum() {
			return nil, true, fmt.Errorf("%s changed while agentvet ran", name)
		}
		return p, true, nil
	}
}

// unitPolicy returns the policy of the package that a .cfg file of the go command
// describes, nil if there is none.
func unitPolicy(config string) (*policy.Policy, error) {
	data, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	var unit struct {
		Dir                       string
		ModulePath, ModuleVersion string
		Module                    *struct{ Path, Version string } // as of Go 1.27
	}
	if err := json.Unmarshal(data, &unit); err != nil {
		return nil, fmt.Errorf("%s: %w", config, err)
	}
	if unit.Module != nil {
		unit.ModulePath, unit.ModuleVersion = unit.Module.Path, unit.Module.Version
	}
	if unit.ModulePath == "" || unit.ModuleVersion != "" {
		return nil, nil // not of a main module
	}
	if p, named, err := namedPolicy(unit.Dir); named || err != nil {
		return p, err
	}
	if name := policy.Find(unit.Dir); name != "" {
		return foundPolicy(name, unit.Dir)
	}
	return nil, nil
}

// foundPolicy returns the policy in a file that was found beside a go.mod: the one that the command line read, if it runs the go
// command.
func foundPolicy(name, dir string) (*policy.Policy, error) {
	p, err := readPolicy(policy.ReadFound, name, dir)
	if err != nil {
		return nil, err
	}
	if sums := os.Getenv(policySumVariable); sums != "" && !slices.Contains(strings.Split(sums, ","), p.Sum()) {
		return nil, fmt.Errorf("%s changed while agentvet ran", name)
	}
	return p, nil
}

// printIdentity answers -V=full.
func printIdentity(w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	policies, err := applicable(dir)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	file, err := os.Open(self)
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return err
	}
	for _, p := range policies {
		sum, err := identity(p)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "\npolicy %s", sum)
	}
	// The form is that of the go command's own tools in development.
	_, err = fmt.Fprintf(w, "%s version devel agentvet buildID=%02x\n", self, h.Sum(nil))
	return err
}

// identity returns a hash of all of a policy that verdicts depend on. Where the command line runs the go command,
// it compares tools with an inventory itself.
func identity(p *policy.Policy) (string, error) {
	if os.Getenv(policySumVariable) != "" {
		return p.Sum(), nil
	}
	_, err := p.Inventory()
	return p.Identity(), err
}

// applicable returns the policies that may apply where the go command runs in
// dir.
func applicable(dir string) ([]*policy.Policy, error) {
	if p, named, err := namedPolicy(dir); named || err != nil {
		if p == nil {
			return nil, err
		}
		return []*policy.Policy{p}, nil
	}
	modules, err := mainModules(dir)
	if err != nil {
		return nil, err
	}
	var out []*policy.Policy
	for _, module := range modules {
		name := policy.Find(module)
		if name == "" {
			continue
		}
		p, err := foundPolicy(name, dir)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// mainModules returns the directories of the main modules around dir.
func mainModules(dir string) ([]string, error) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) && outsideModules(dir) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w\n%s", err, stderr.Bytes())
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' }), nil
}

// outsideModules reports whether the go command has no main module in dir.
func outsideModules(dir string) bool {
	cmd := exec.Command("go", "env", "GOMOD", "GOWORK")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return false
	}
	for name := range strings.FieldsSeq(string(out)) {
		if name != os.DevNull && name != "off" {
			return false
		}
	}
	return true
}
