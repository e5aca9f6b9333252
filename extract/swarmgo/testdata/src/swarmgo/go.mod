module github.com/prathyushnallamothu/swarmgo

go 1.26
