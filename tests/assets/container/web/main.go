// A workload for tests. "web" answers every request on port 8080 with the name of its host, which is the pod's;
// "web get URL" prints what is answered there, and fails unless that is a 200.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "get" {
		get(os.Args[2])
		return
	}
	name, _ := os.Hostname()
	http.HandleFunc("/", func(response http.ResponseWriter, _ *http.Request) { fmt.Fprintln(response, name) })
	fail(http.ListenAndServe(":8080", nil))
}

func get(url string) {
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		fail(err)
	}
	defer response.Body.Close()
	_, err = io.Copy(os.Stdout, response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, response.Status)
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
