package load

// This file spares go vet what nobody reads of tests.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/overlay"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/regular"
)

// newOverlay returns an overlay over that of the user.
func newOverlay(ctx context.Context, c Config) (*overlay.Overlay, error) {
	out, err := c.Command(ctx, "env", "-json", "GOFLAGS", "GOMODCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var env struct{ GOFLAGS, GOMODCACHE string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return overlay.New(env.GOFLAGS, env.GOMODCACHE)
}

// hideTests hides the test files of packages in whose tests nothing could be reported: the
// workflows there are never read, only directives are. With a test, go vet would analyse its
// package again, and build what it imports. Files of one package need each other, so they are
// hidden all or not at all. It returns the units as they are without these files.
func hideTests(o *overlay.Overlay, units []unit) []unit {
	source, reports := make(map[string]bool), make(map[string]bool)
	for _, u := range units {
		source[u.path] = source[u.path] || u.source
		reports[u.of] = reports[u.of] || u.main && slices.ContainsFunc(u.testFiles, func(name string) bool { return mayReport(filepath.Join(u.dir, name)) })
	}
	out := slices.Clone(units)
	for i := range out {
		u := &out[i]
		if !u.main || !source[u.of] || reports[u.of] { // not to be changed, or a package of tests alone
			continue
		}
		u.testFiles = slices.DeleteFunc(slices.Clone(u.testFiles), func(name string) bool {
			return o.Hide(filepath.Join(u.dir, name))
		})
		u.tests = len(u.testFiles)
	}
	return slices.DeleteFunc(out, func(u unit) bool { return !u.source && u.tests == 0 })
}

// hideAllTests hides the test files of units that do not build whole.
func hideAllTests(o *overlay.Overlay, units []unit, broken []unit) []unit {
	of := make(map[string]bool)
	for _, u := range broken {
		of[u.of] = of[u.of] || u.source
	}
	out := slices.Clone(units)
	for i := range out {
		if u := &out[i]; of[u.of] && u.main {
			for _, name := range u.testFiles {
				o.Hide(filepath.Join(u.dir, name))
			}
			u.tests = 0
		}
	}
	return slices.DeleteFunc(out, func(u unit) bool { return !u.source && (u.tests == 0 || u.isQuiet()) })
}

// isQuiet reports whether a unit is a package of tests in which nothing could be reported.
func (u unit) isQuiet() bool {
	return u.main && !u.source && !slices.ContainsFunc(u.testFiles, func(name string) bool { return mayReport(filepath.Join(u.dir, name)) })
}

// mayReport reports whether a test file may have a directive or an annotation, well formed
// or not.
func mayReport(file string) bool {
	const most = 32 << 20 // bytes
	text, err := regular.Named(file, most)
	return err != nil || bytes.Contains(text, []byte("agentvet:")) || slices.ContainsFunc(annotation.Keys(), func(key string) bool {
		return bytes.Contains(text, []byte(key+`:"`))
	})
}
