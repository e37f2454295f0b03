/** What is done to a user only after asking, since it can't be taken back. */
export const userActions = ['reset-password', 'reset-mfa', 'sign-out', 'delete'] as const;
export type UserAction = (typeof userActions)[number];
