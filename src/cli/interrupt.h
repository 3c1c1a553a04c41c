/* Ctrl-C asks a command to end well: to stop at the next good place and write what was asked for. A second one
 * kills. */
#ifndef MODULUS_CLI_INTERRUPT_H
#define MODULUS_CLI_INTERRUPT_H

#include <stdbool.h>

/** From here on Ctrl-C is noted; up to interrupt_release. Calls nest. */
void interrupt_catch(void);
void interrupt_release(void);
/** Whether it was pressed. */
bool interrupt_seen(void);

#endif
