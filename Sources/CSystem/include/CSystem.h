#ifndef CSystem_H
#define CSystem_H

/// The number of terminal columns that one Unicode scalar takes (0, 1 or 2), or -1 for a control character and for one that
/// the C library does not know. Any thread may call it.
int sr_wcwidth(unsigned int scalar);

#endif
