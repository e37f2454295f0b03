import { createUserSync } from './create-user-sync.ts';

/** Entry of the function that keeps the index of users in line with the pool. @see design 9 "Users" */
export const handler = createUserSync(process.env);
