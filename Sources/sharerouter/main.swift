import Glibc
import ShareRouterCLI

// Not `exit`: what C libraries would clean up the system takes back at once, and of libcurl's that is a tenth of a send.
_exit(Program.run())
