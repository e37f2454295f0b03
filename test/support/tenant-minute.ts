import type { AwsClients } from '../../src/aws/clients.ts';
import { clockWindow, TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';

/** How messages of a minute come to the environments: in turn, anywhere, in bursts to one, many at the same moment. */
export type Traffic = 'even' | 'random' | 'bursty' | 'concurrent';

export interface Minute {
  readonly admitted: number;
  /** How many had been admitted when the first was refused; null when none was. */
  readonly admittedBeforeRefusal: number | null;
}

const sent = 700;
const burst = 20;

/** A message of a minute: from an address that is held to its share, or from whom is not. */
export interface Sent {
  readonly address: string | null;
  /** The environment that it comes to. */
  readonly at: number;
}

/** One minute of a tenant whose messages come in this order; says of each whether it was let in. */
export async function runAddresses(
  clients: AwsClients,
  {
    prefix,
    tenantId,
    environments,
    limit,
    sent: messages,
  }: {
    readonly prefix: string;
    readonly tenantId: string;
    readonly environments: number;
    readonly limit: number;
    readonly sent: readonly Sent[];
  },
): Promise<(Sent & { readonly ok: boolean; readonly admittedBefore: number })[]> {
  let nowMs = clockWindow(`${tenantId}#tenant`, limits.rateWindowMs, 1_800_000_000_000).endMs;
  const tables = Array.from(
    { length: environments },
    () => new TenantAllowanceTable(clients, prefix, () => nowMs),
  );
  const all = [];
  let admittedBefore = 0;
  for (const message of messages) {
    nowMs += 59_000 / messages.length;
    const taken = await tables[message.at % environments]?.take(tenantId, limit, message.address);
    const ok = taken?.ok === true;
    all.push({ ...message, ok, admittedBefore });
    if (ok) admittedBefore += 1;
  }
  return all;
}

/** One minute of a tenant that sends 700 messages to processes that share nothing but the table. */
export async function runMinute(
  clients: AwsClients,
  minute: {
    readonly prefix: string;
    readonly tenantId: string;
    readonly environments: number;
    readonly traffic: Traffic;
    readonly limit: number;
    readonly random: () => number;
  },
): Promise<Minute> {
  const { environments, traffic, limit, tenantId, random } = minute;
  let nowMs = clockWindow(`${tenantId}#tenant`, limits.rateWindowMs, 1_800_000_000_000).endMs;
  const tables = Array.from(
    { length: environments },
    () => new TenantAllowanceTable(clients, minute.prefix, () => nowMs),
  );
  const pick = (n: number) => {
    if (traffic === 'random') return Math.floor(random() * environments);
    return (traffic === 'bursty' ? Math.floor(n / burst) : n) % environments;
  };
  let admitted = 0;
  let admittedBeforeRefusal: number | null = null;
  const send = async (n: number) => {
    const taken = await tables[pick(n)]?.take(tenantId, limit);
    if (taken?.ok) admitted += 1;
    else admittedBeforeRefusal ??= admitted;
  };
  const atOnce = traffic === 'concurrent' ? 50 : 1;
  for (let n = 0; n < sent; n += atOnce) {
    nowMs += (59_000 / sent) * atOnce;
    await Promise.all(Array.from({ length: atOnce }, (_, m) => send(n + m)));
  }
  return { admitted, admittedBeforeRefusal };
}
