package load

// This file drives go vet.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
)

// vetted is what one run of go vet has said.
type vetted struct {
	payloads []*payload.Payload // of dependencies too
	failed   []error            // packages on which the analysis failed
	stderr   string             // errors of packages that do not compile
	exit     error              // how go vet ended, if not well
}

// vet runs go vet with this program as its tool, with more flags and variables. Packages
// that do not compile are not an error: they have no payload.
func vet(ctx context.Context, c Config, patterns, flags, env []string) (*vetted, error) {
	args := []string{"vet", "-vettool=" + c.Self, "-json", "-" + payload.Name, "-" + payload.Name + ".emit"}
	args = append(append(append(args, c.Flags...), flags...), "--")
	cmd := c.Command(ctx, append(args, patterns...)...)
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	v := &vetted{stderr: stderr.String(), exit: err}
	return v, v.decode(stdout.Bytes())
}

// reason says why v lacks packages. It is never empty.
func (v *vetted) reason() string {
	switch said := strings.TrimSpace(v.stderr); {
	case said != "":
		return said
	case v.exit != nil:
		return v.exit.Error()
	}
	return "it ended well and printed nothing about them; 'go clean -cache' makes it analyse them again"
}

// decode reads the JSON objects that go vet prints, one for each package.
func (v *vetted) decode(stdout []byte) error {
	for dec := json.NewDecoder(bytes.NewReader(stdout)); dec.More(); {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return fmt.Errorf("output of go vet: %w", err)
		}
		payloads, failed, err := payload.Decode(raw)
		if err != nil {
			return err
		}
		v.payloads = append(v.payloads, payloads...)
		v.failed = append(v.failed, failed...)
	}
	return nil
}
