enum ShareJobsPlaceholder {}
