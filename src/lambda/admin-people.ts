import { createAdminPeople } from './create-admin-people.ts';

/** Entry of the function behind the admin API's routes of people. @see design 9 */
export const handler = createAdminPeople(process.env);
