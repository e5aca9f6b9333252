module github.com/go-kratos/blades

go 1.26
