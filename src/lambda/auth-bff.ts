import { createAuthBff } from './create-auth-bff.ts';

/** Entry of the session endpoint's function. @see design 5.1 */
export const handler = createAuthBff(process.env);
