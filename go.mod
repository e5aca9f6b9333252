module github.com/agentvet/agentvet

go 1.25.0
