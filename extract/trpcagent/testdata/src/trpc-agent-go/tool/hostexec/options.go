package hostexec

// Options that change nothing that agentvet reads.

func WithBaseDir(...any) Option  { return nil }
func WithMaxLines(...any) Option { return nil }
func WithJobTTL(...any) Option   { return nil }
func WithBaseEnv(...any) Option  { return nil }
