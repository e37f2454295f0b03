import { userClaims } from '../../../contract/user-claims.ts';
import type { User } from '../../hosted-ui/users.ts';
import { invalid } from './inputs.ts';

/** An attribute as the wire has it. */
export interface Attribute {
  readonly Name: string;
  readonly Value?: string | undefined;
}

/**
 * The user with these attributes set; an empty value takes one away.
 * @throws AwsError for an attribute that the pool does not have
 */
export function withAttributes(user: User, attributes: readonly Attribute[]): User {
  return attributes.reduce((changed, { Name, Value = '' }) => {
    const set = Object.hasOwn(setters, Name) ? setters[Name] : undefined;
    if (!set) throw invalid(`user.${Name}: Attributes did not conform to the schema`);
    return set(changed, Value);
  }, user);
}

const setters: Readonly<Record<string, (user: User, value: string) => User>> = {
  email: (user, value) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw invalid('Invalid email address format.');
    // A new address counts only once it is verified.
    return { ...user, email: value, emailVerified: value === user.email && user.emailVerified };
  },
  email_verified: (user, value) => ({ ...user, emailVerified: value === 'true' }),
  name: (user, value) => ({ ...user, name: value || undefined }),
  [userClaims.tenantId]: (user, value) => ({ ...user, tenantId: fitting(value, 128) }),
  [userClaims.role]: (user, value) => ({ ...user, role: fitting(value, 32) }),
};

/** @see lib/identity.ts */
function fitting(value: string, most: number): string | undefined {
  if (value.length > most) throw invalid('Attributes did not conform to the schema: a value is too long');
  return value || undefined;
}
