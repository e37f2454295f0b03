import { adminNames, adminUser, userPage } from '../../../../contract/admin/users.ts';
import { get, list } from '../../../api/queries.ts';

export const usersQuery = list('/v1/admin/users', userPage, { query: { limit: 100 } });

export const userQuery = (userId: string) => get('/v1/admin/users/{userId}', adminUser, { path: { userId } });

export const adminsQuery = get('/v1/admin/admins', adminNames);
