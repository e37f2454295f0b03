import { createService } from './create-service.ts';

/** Entry of the function behind the routes of systems with a service key. @see handoff.md 5 */
export const handler = createService(process.env);
