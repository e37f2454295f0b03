import { createAdminUsers } from './create-admin-users.ts';

/** Entry of the function behind the admin API's routes of users. @see design 9 */
export const handler = createAdminUsers(process.env);
