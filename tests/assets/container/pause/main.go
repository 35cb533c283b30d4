// The program that holds the namespaces of a pod: it does nothing, takes leave of orphans and ends when it is told to.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A check of kubeadm's upgrade starts the image this way and waits for its end.
	if len(os.Args) > 1 && os.Args[1] == "-v" {
		fmt.Println("pause of the quorum.kube tests")
		return
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGCHLD)
	for received := range signals {
		if received != syscall.SIGCHLD {
			return
		}
		for {
			if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
				break
			}
		}
	}
}
