// Package config has settings. What nothing obeys is marked with UNREAD.
package config

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// A Config is what is in the file.
type Config struct {
	ReadOnly    bool            `json:"read_only"`        // UNREAD
	Allowed     []string        `json:"allowed_commands"` // another package ranges over it
	Blocked     []string        `json:"blocked_commands"` // UNREAD: only its length is logged
	DryRun      bool            `json:"dry_run"`          // UNREAD: a parameter gets it that nothing looks at
	MaxTurns    int             `json:"max_turns"`        // UNREAD: it only gets a default
	MaxSteps    int             `json:"max_steps"`        // it gets a default and is a limit
	MaxCalls    int             `json:"max_calls"`        // a method looks at it that an error may have
	MaxRounds   int             `json:"max_rounds"`       // a method looks at it that an interface has
	MaxTools    int             `json:"max_tools"`        // it is checked
	MaxFailures int             `json:"max_failures"`     // a time depends on it, which is looked at
	Timeout     int             `json:"timeout"`          // UNREAD
	RateLimit   int             `json:"rate_limit"`       // slept for
	MaxText     int             `json:"max_text"`         // written into a text that somebody gets
	Name        string          `json:"name"`             // says nothing of limits
	Sandbox     SandboxConfig   `json:"sandbox"`          // a struct: its fields
	Approval    Approval        `json:"approval"`         // likewise
	Servers     map[string]Peer `json:"servers"`          // likewise
	Next        *Config         `json:"next"`             // a struct may hold one of its kind
	Users       []struct {
		Blocked bool   `json:"blocked"` // UNREAD: in a list of structs without a name
		Denied  string `json:"denied"`  // compared
	} `json:"users"`
	Permissions struct {
		Deny  []string `json:"deny"`  // UNREAD: in a struct without a name
		Allow []string `json:"allow"` // handed on to a field that is looked at
	} `json:"permissions"`
	Hidden     bool     `json:"-"` // says nothing
	ApproveAll bool     `json:"-"` // nothing sets it
	confirmed  bool     // likewise
	DenyVar    string   `json:"deny_var"`      // names a variable
	Whitelist  []string `json:"whitelist"`     // all of the struct that is made of it is shown to somebody
	Confirm    bool     `json:"confirm_calls"` // UNREAD: all that depends on it is a line in a log of the program's own
	Approve    bool     `json:"approve_calls"` // UNREAD: likewise, by way of an interface, and on the terminal
	Restricted bool     `json:"restricted"`    // ends the program with a line in the log
	Blocklist  []string `json:"blocklist"`     // UNREAD: put into a line of such a log
	Protected  []string `json:"protected"`     // put into an answer
	Consent    bool     `json:"consent"`       // a method called like that of a log answers something
	AuditCalls bool     `json:"audit_calls"`   // what is logged is what it asks for
}

// A SandboxConfig says where commands run.
type SandboxConfig struct {
	Enabled bool   `json:"enabled"` // UNREAD: a struct of limits
	Mode    string `json:"mode"`    // compared
	Policy  string `json:"policy"`  // UNREAD: a method looks at it that nothing calls
	Level   int    `json:"level"`   // UNREAD: all that depends on it is a line in the log
	Image   string `json:"image"`   // says nothing of limits
}

// An Approval is shown as a whole.
type Approval struct {
	Mode string `json:"mode"`
}

// A Peer is another server.
type Peer struct {
	AutoApprove []string `json:"autoApprove"` // UNREAD
}

// A Reply comes over a network: it is no setting.
type Reply struct {
	ReadOnly bool `json:"read_only"`
}

// Saved is written to the file that it was read from.
type Saved struct {
	Forbidden []string `json:"forbidden"` // UNREAD
}

// Sent is written out for another program.
type Sent struct {
	Forbidden []string `json:"forbidden"`
}

// Env is set from variables of the environment.
type Env struct {
	ReadOnly bool   // UNREAD
	Consent  bool   // UNREAD: in a condition
	Image    string // its name says nothing, and that of the variable does, see there
	Deny     string // looked at
}

// Load reads a file.
func Load(name string) (*Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var c Config
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, err
	}
	if c.MaxTurns == 0 {
		c.MaxTurns = 10
	}
	if c.MaxSteps <= 0 {
		c.MaxSteps = 5
	}
	if c.MaxTools > 100 {
		return nil, errors.New("too many")
	}
	c.ApproveAll = false
	slog.Info("loaded", "blocked", len(c.Blocked), "dry run", c.DryRun)
	return &c, nil
}

// LoadAny reads a file into anything.
func LoadAny(name string, v any) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return json.NewDecoder(f).Decode(v)
}

// Ask asks a server.
func Ask(url string) (Reply, error) {
	var r Reply
	resp, err := http.Get(url)
	if err != nil {
		return r, err
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

// Save writes what LoadAny has read.
func (s *Saved) Save(name string) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

// Strict looks at Policy.
func (s *SandboxConfig) Strict() bool { return s.Policy == "strict" }

// Tired looks at MaxCalls.
func (c *Config) Tired(n int) bool { return n > c.MaxCalls }

// Error looks at MaxRounds, as any error may be asked.
func (c *Config) Error() string { return strconv.Itoa(c.MaxRounds) }

// FromEnv reads the environment.
func FromEnv() *Env {
	e := &Env{ReadOnly: getBool("READ_ONLY", false), Deny: os.Getenv("DENY_LIST")}
	e.Image = os.Getenv("SANDBOX_IMAGE") // UNREAD
	if v := os.Getenv("REQUIRE_CONSENT"); v != "" {
		e.Consent = strings.EqualFold(v, "true")
	}
	return e
}

func getBool(name string, value bool) bool {
	if text := os.Getenv(name); text != "" {
		value, _ = strconv.ParseBool(text)
	}
	return value
}
