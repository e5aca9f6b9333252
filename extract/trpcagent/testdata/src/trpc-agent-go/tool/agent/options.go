package agent

// Options that change nothing that agentvet reads.

func WithResponseMode(...any) Option              { return nil }
func WithSkipSummarization(...any) Option         { return nil }
func WithStreamInner(...any) Option               { return nil }
func WithInnerTextMode(...any) Option             { return nil }
func WithStructuredStreamErrors(...any) Option    { return nil }
func WithHistoryScope(...any) Option              { return nil }
func WithPersistentHistory(...any) Option         { return nil }
func WithPersistentHistoryKey(...any) Option      { return nil }
func WithPersistentHistoryKeyFunc(...any) Option  { return nil }
func WithPinModel(...any) Option                  { return nil }
func WithPinStructuredOutput(...any) Option       { return nil }
func WithTemplateAgent(...any) Option             { return nil }
func WithCapabilityProvider(...any) Option        { return nil }
func WithCapabilitySurfaceProvider(...any) Option { return nil }
func WithCapabilityTools(...any) Option           { return nil }
func WithCapabilityToolAliases(...any) Option     { return nil }
func WithDynamicTimeout(...any) Option            { return nil }
func WithCapabilitySkills(...any) Option          { return nil }
func WithCapabilitySkillsProvider(...any) Option  { return nil }
func WithExposeToolSelection(...any) Option       { return nil }
func WithExposeSkillSelection(...any) Option      { return nil }
func WithExposeInstruction(...any) Option         { return nil }
func WithRequestDescription(...any) Option        { return nil }
func WithInstructionDescription(...any) Option    { return nil }
func WithToolsDescription(...any) Option          { return nil }
func WithSkillsDescription(...any) Option         { return nil }
