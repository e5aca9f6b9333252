package function

// Options that change nothing that agentvet reads.

func WithLongRunning(...any) Option       { return nil }
func WithSkipSummarization(...any) Option { return nil }
func WithConcurrencySafe(...any) Option   { return nil }
func WithInputSchema(...any) Option       { return nil }
func WithOutputSchema(...any) Option      { return nil }
func WithResultFormatter(...any) Option   { return nil }
