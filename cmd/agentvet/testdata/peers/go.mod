module example.com/peers

go 1.25

require github.com/cloudwego/eino v0.0.0

replace github.com/cloudwego/eino => ../../../../testdata/stubs/eino
