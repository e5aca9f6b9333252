module example.com/golden

go 1.26

require github.com/prathyushnallamothu/swarmgo v0.0.0

replace github.com/prathyushnallamothu/swarmgo => ./src/swarmgo
