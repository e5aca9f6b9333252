package team

// Options that change nothing that agentvet reads.

func WithMemberToolStreamInner(...any) Option    { return nil }
func WithMemberToolInnerTextMode(...any) Option  { return nil }
func WithMemberToolConfig(...any) Option         { return nil }
func WithSwarmIndependentAgents(...any) Option   { return nil }
func WithSwarmHandoffInputBuilder(...any) Option { return nil }
