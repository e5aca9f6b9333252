module example.com/pinned

go 1.26.0

require (
	github.com/agentvet/agentvet/dfa/guard/eino v0.0.0
	github.com/agentvet/agentvet/dfa/guard/genkit v0.0.0
)

replace github.com/agentvet/agentvet/dfa/guard/eino => ../../../../../dfa/guard/eino

replace github.com/agentvet/agentvet/dfa/guard/genkit => ../../../../../dfa/guard/genkit
