module charm.land/fantasy

go 1.26
