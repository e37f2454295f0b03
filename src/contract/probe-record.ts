import * as z from 'zod/mini';

/**
 * A record that asks of a function nothing but to be there: `{"kind":"probe"}`. It reads what every function reads, and
 * changes nothing, so that a deployment can run the functions that no address leads to.
 */
export const probeRecord = z.object({ kind: z.literal('probe') });
