package load

// This file drives go vet.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	cmd.Env = append(append(cmd.Env, env...), c.Watch.env()...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	defer c.Watch.vetting(ctx, c, patterns, flags)()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	v := new(vetted)
	wrong := v.decode(stdout, c.Watch)
	io.Copy(io.Discard, stdout) // go vet would wait for a reader
	v.exit, v.stderr = cmd.Wait(), stderr.String()
	if exit := new(exec.ExitError); v.exit != nil && !errors.As(v.exit, &exit) {
		return nil, fmt.Errorf("go vet: %w", v.exit)
	}
	return v, wrong
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

// decode reads the JSON objects that go vet prints, one for each package, as it prints them.
func (v *vetted) decode(stdout io.Reader, w *Watch) error {
	for dec := json.NewDecoder(stdout); dec.More(); {
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
		for _, p := range payloads {
			w.served(p.Path)
		}
	}
	return nil
}
