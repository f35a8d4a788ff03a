#ifndef CSystem_H
#define CSystem_H

/// The number of terminal columns that one Unicode scalar takes (0, 1 or 2), or -1 for a control character.
int sr_wcwidth(unsigned int scalar);

#endif
