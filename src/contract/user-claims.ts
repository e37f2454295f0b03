/** Names of the claims that tell a user's tenant and role. @see spec "Identity tokens and claims" */
export const userClaims = { tenantId: 'custom:tenant_id', role: 'custom:role' } as const;
