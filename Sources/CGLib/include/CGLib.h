#ifndef CGLib_H
#define CGLib_H
void *sr_glib_open(void);
#endif
