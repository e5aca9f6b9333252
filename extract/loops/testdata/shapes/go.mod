module shapes

go 1.25

require (
	example.com/client v0.0.0
	example.com/prompt v0.0.0
)

replace example.com/client => ./forked/client

replace example.com/prompt => ./unseen/prompt
