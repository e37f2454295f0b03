import { createAdmin } from './create-admin.ts';

/** Entry of the admin API's function. @see design 9 */
export const handler = createAdmin(process.env);
