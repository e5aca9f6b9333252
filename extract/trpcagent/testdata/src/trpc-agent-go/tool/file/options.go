package file

// Options that change nothing that agentvet reads.

func WithBaseDir(...any) Option        { return nil }
func WithCreateDirMode(...any) Option  { return nil }
func WithCreateFileMode(...any) Option { return nil }
func WithMaxFileSize(...any) Option    { return nil }
func WithReadOnlyDirs(...any) Option   { return nil }
