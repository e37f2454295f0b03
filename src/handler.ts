import { createHandler } from './lambda/create-handler.ts';

/** Entry of the functions for webhooks, queues and the schedule; composed once for each process. @see design 5.1 */
export const handler = createHandler(process.env);
