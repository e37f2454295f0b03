/** Tokens of language models that tenants have used today (UTC), questions and answers together. @see design 4 */
export interface TokenCounts {
  used(tenantId: string): Promise<number>;
  add(tenantId: string, tokens: number): Promise<void>;
}
