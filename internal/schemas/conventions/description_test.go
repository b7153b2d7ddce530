package conventions

import "testing"

// The descriptions are those of real CRDs, or as they are.
func TestUnitIn(t *testing.T) {
	for description, want := range map[string]string{
		"Timeout in milliseconds for connections during the primary isolation check":                                                                            "milliseconds",
		"The time in seconds that is allowed for a PostgreSQL instance to start up. Default is 3600 seconds (1 hour).":                                          "seconds",
		"Specifies the maximum number of seconds to wait. Greater than one year in seconds":                                                                     "seconds",
		"A Duration represents the elapsed time between two instants as an int64 nanosecond count. It limits the\nlargest duration to approximately 290 years.": "nanoseconds",
		"The number of days for which automated backups are retained. \n Default: 1":                                                                            "days",
		"The minimum transmission interval in milliseconds. Defaults to 300ms":                                                                                  "milliseconds",
		"how many additional minutes the DOWN/OUT interval is. the default is 30 minutes":                                                                       "minutes",
		"TimePeriod defines how long the token can be active. Defaults to 30 seconds.":                                                                          "seconds",
		"Takes between 1 minute and 2 hours":                                                                                                                    "",
		"timeout for HTTP requests.":                                                                                                                            "",
		"The second attempt is made after 5 minutes":                                                                                                            "minutes",
	} {
		if got := UnitIn(description); got != want {
			t.Errorf("%s: %q, want %q", description, got, want)
		}
	}
	for name, want := range map[string]bool{
		"secondsBeforeTimeout": true, "timeoutMs": true, "delay_millis": true, "timeout": false, "minInterval": false, "intervalMin": false, "msTimeout": true, "daysPeriod": true,
	} {
		if got := NamesUnit(name); got != want {
			t.Errorf("%s names a unit: %v", name, got)
		}
	}
	for name, want := range map[string]string{"timeout": "timeoutSeconds", "retry_timeout": "retry_timeout_seconds", "retry-timeout": "retry-timeout-seconds"} {
		if got := WithUnit(name, "seconds"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestOtherDuration(t *testing.T) {
	for description, want := range map[string]bool{
		"DurationString is a string representing a duration (e.g. 30s, 5m, 1h)":                   false,
		`Valid time units are "ns", "us" (or "µs"), "ms", "s", "m", "h" Example values: "1h0m0s"`: false,
		"How long a snapshot is kept, such as 30d":                                                true,
		"Default unit is seconds, but could also be a duration (e.g. \"2m\", \"1h\")":             true,
		"Must match the regular expression`^(([0-9]+)y)?(([0-9]+)w)?$` Example: \"5m\"":           true,
		"The time in seconds":                                       true,
		"Duration in ISO 8601, such as PT1H":                        true,
		"Units are `s`, `m`, `h` and `d`":                           true,
		"Set to 0 to disable IP garbage collection. [Default: 15m]": false,
		"The interval during which metrics are considered current. If not set, defaults to 30 seconds, in line": false,
		"Certificates are valid for 1 year": true,
	} {
		if got := OtherDuration(description); got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
}

func TestPointsInTime(t *testing.T) {
	for name, want := range map[string]bool{
		"lastRenewalTime": true, "timestamp": true, "start_time": true, "time": true, "responseTime": false, "uptime": false, "elapsed_time": false, "timeout": false, "waitTime": false, "times": false, "": false,
	} {
		if got := NamedPointInTime(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for description, want := range map[string]bool{
		"When the window opens, as HH:MM": true, "The time of day at which backups run, e.g. 02:30": true, "At 02:30.": true, "Milliseconds since the epoch": true,
		"Unix time of the last run": true, "Such as 2026-01-02T03:04:05Z": false, "The required format is 'yyyy-MM-ddTHH:mm:ssZ' in the UTC time zone.": false,
		"StartTime is the snapshot starting time": false, "": false,
	} {
		if got := OtherTime(description); got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
}

func TestLeastPort(t *testing.T) {
	for _, c := range []struct {
		name, description string
		def               any
		want              int
	}{
		{"port", "", nil, 1}, {"port", "", int64(80), 1}, {"port", "", int64(0), 0}, {"port", "", int64(-1), -1},
		{"metricsPort", "Set to zero to disable metrics.", nil, 0}, {"metricsPort", "When set to a non-zero value, it is served", nil, 0},
		{"metricsPort", "Set to 0 to disable. [Default: 9094]", nil, 0}, {"port", "A port number (0-65535)", nil, 0},
		{"port", "-1 means any port", nil, -1}, {"port", "the range 1-65535", nil, 1}, {"port", "This must be a valid port number, 0 < x < 65536.", nil, 1},
		{"port", "NAT rule from 169.254.169.254:80 to 127.0.0.0:8080", nil, 1}, {"port", "a random port is chosen if it is not set", nil, 0},
		{"nodePort", "", nil, 0}, {"hostPort", "", nil, 0}, {"port", "Port 8080 of IPv4", nil, 1},
	} {
		if got := LeastPort(c.name, c.description, c.def); got != c.want {
			t.Errorf("%s %q %v: %d, want %d", c.name, c.description, c.def, got, c.want)
		}
	}
}

func TestSaysEmpty(t *testing.T) {
	for description, want := range map[string]bool{
		"An empty object that enables the cache": true, "It has no fields": true, "Reserved for future use": true,
		"Config holds the configuration": false, "ServiceStatus defines the observed state of Service": false,
	} {
		if got := SaysEmpty(description); got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
}
