module quorum.invalid/container

go 1.21
