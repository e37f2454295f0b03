import { createInbox } from './create-inbox.ts';

/** Entry of the function behind the admin API's routes of handoffs. @see handoff.md 2.1 */
export const handler = createInbox(process.env);
