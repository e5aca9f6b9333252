package payload

// This file makes a package print its payload in every role.
//
// The go command analyses a package that the user named as a root and any other
// as a dependency, of which it wants the facts alone (VetxOnly in its .cfg
// file). Both roles share one cache entry: the key of go vet's cache, as of
// Go 1.26, does not contain the role (cmd/go/internal/work, Builder.vet). What
// was analysed as a dependency first would be served as a root without its
// findings. So the role must not change what is printed: the go command stores
// and replays the output of a dependency as well. It costs no analysis, since
// every pass of ours uses facts and runs for dependencies anyway.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// AsRoot changes the command line of a unitchecker that is asked for payloads:
// the .cfg file, its last argument, gives way to a copy that names the package
// a root. Other command lines stay as they are; without payloads the output is
// go vet's own, and the user would see findings in packages that were not named.
func AsRoot(args []string) error {
	if !Asked(args) {
		return nil
	}
	last := &args[len(args)-1]
	if filepath.Ext(*last) != ".cfg" {
		return nil // -V=full or -flags
	}
	data, err := os.ReadFile(*last)
	if err != nil {
		return err
	}
	// Raw values: the go command may know fields that we do not.
	var cfg map[string]json.RawMessage
	if err := json.Unmarshal(data, &cfg); err != nil {
		return fmt.Errorf("%s: %w", *last, err)
	}
	if string(cfg["VetxOnly"]) != "true" {
		return nil
	}
	cfg["VetxOnly"] = json.RawMessage("false")
	if data, err = json.Marshal(cfg); err != nil {
		return err
	}
	// The directory is the go command's, which removes it.
	root := filepath.Join(filepath.Dir(*last), Name+".root.cfg")
	if err := os.WriteFile(root, data, 0o666); err != nil {
		return err
	}
	*last = root
	return nil
}

// Asked reports whether args has the flag that asks for payloads, in one of the
// forms in which the go command passes it on.
func Asked(args []string) bool {
	flag := "-" + Name + ".emit"
	return slices.Contains(args, flag) || slices.Contains(args, flag+"=true")
}
