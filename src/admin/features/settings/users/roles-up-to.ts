import { type RoleName, roleNames } from '../../../../contract/roles.ts';

/** The roles that somebody may give: up to their own. @see design 9 "Users" */
export function rolesUpTo(own: RoleName): readonly RoleName[] {
  return roleNames.slice(0, roleNames.indexOf(own) + 1);
}
