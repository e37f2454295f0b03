import { createHandler } from './lambda/create-handler.ts';

/** Entry of the gateway's functions; composed once for each process. @see design 5.1 */
export const handler = createHandler(process.env);
