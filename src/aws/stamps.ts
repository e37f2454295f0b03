const tenantsMost = 5_000;

/**
 * The stamp of each tenant as this process has last seen it: another one after each change of the tenant's
 * configuration. What is remembered of a tenant is remembered under its stamp, and so dropped with it. @see design 5.4
 */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Empty for a tenant of whom none has been seen. */
  of(tenantId: string): string {
    return this.#stamps.get(tenantId) ?? '';
  }

  /** @param item of the stamp, as it was read; undefined: the tenant has none */
  heed(tenantId: string, item: Readonly<Record<string, unknown>> | undefined): void {
    const [oldest] = this.#stamps.keys();
    if (this.#stamps.size >= tenantsMost && oldest !== undefined) this.#stamps.delete(oldest);
    this.#stamps.delete(tenantId);
    this.#stamps.set(tenantId, typeof item?.stamp === 'string' ? item.stamp : 'none');
  }
}
