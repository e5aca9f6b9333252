package policyfile

// This file holds the pack of policies that apply without any configuration.

import _ "embed"

// builtinName is the file of the pack in positions.
const builtinName = "agentvet/builtin.yaml"

//go:embed builtin.yaml
var builtinSource []byte
