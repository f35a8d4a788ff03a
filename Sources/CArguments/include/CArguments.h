#ifndef CArguments_H
#define CArguments_H

/// The two functions through which Swift's standard library knows the arguments of the process. Its own read
/// /proc/self/maps at every start to find where the kernel put them, which is a twentieth of what a send does; here they are
/// taken from what the C library hands to whatever runs before `main`. A linker that finds these leaves the others out.
char *_Nullable *_Nullable _swift_stdlib_getUnsafeArgvArgc(int *_Nonnull count);
void _swift_stdlib_overrideUnsafeArgvArgc(char *_Nullable *_Nullable arguments, int count);

#endif
