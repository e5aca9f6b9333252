module github.com/cloudwego/eino-ext/components/model/ark

go 1.25

require github.com/cloudwego/eino v0.0.0
