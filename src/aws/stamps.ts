const tenantsMost = 5_000;
const none = 'none';

/**
 * The stamp of each tenant as this process has last seen it: another one after each change of the tenant's
 * configuration. What is remembered of a tenant is remembered under its stamp, and so dropped with it. @see design 5.4
 */
export class Stamps {
  readonly #nowMs: () => number;
  readonly #stamps = new Map<string, { readonly stamp: string; readonly seenAtMs: number }>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Empty for a tenant of whom none has been seen. */
  of(tenantId: string): string {
    return this.#stamps.get(tenantId)?.stamp ?? '';
  }

  /** When a tenant's stamp was last read, epoch milliseconds; 0 where it has none, and nothing tells of its changes. */
  seenAtMs(tenantId: string): number {
    const { stamp = none, seenAtMs = 0 } = this.#stamps.get(tenantId) ?? {};
    return stamp === none ? 0 : seenAtMs;
  }

  /** @param item of the stamp, as it was read; undefined: the tenant has none */
  heed(tenantId: string, item: Readonly<Record<string, unknown>> | undefined): void {
    const [oldest] = this.#stamps.keys();
    if (this.#stamps.size >= tenantsMost && oldest !== undefined) this.#stamps.delete(oldest);
    this.#stamps.delete(tenantId);
    const stamp = typeof item?.stamp === 'string' ? item.stamp : none;
    this.#stamps.set(tenantId, { stamp, seenAtMs: this.#nowMs() });
  }
}
