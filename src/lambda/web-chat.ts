import { createWebChat } from './create-web-chat.ts';

/** Entry of the functions that visitors wait for; composed once for each process. @see design 5.1 */
export const handler = createWebChat(process.env);
