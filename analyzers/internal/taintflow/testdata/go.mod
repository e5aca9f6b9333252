module example.com/taintflow

go 1.25

require github.com/cloudwego/eino v0.0.0

replace github.com/cloudwego/eino => ../../../../extract/eino/testdata/src/eino
