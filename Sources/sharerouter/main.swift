import Glibc
import ShareRouterCLI

exit(Program.run())
