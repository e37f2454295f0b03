/** Spreads an account's sends evenly over time, over all processes. @see design 5.3 */
export interface SendPacing {
  /** Reserves the next send of an account; resolves to when it may leave, epoch milliseconds. */
  reserve(tenantId: string, accountId: string, perSecond: number): Promise<number>;
}
