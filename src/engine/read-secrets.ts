import type { StepOf } from '../contract/flow.ts';
import type { TurnDeps } from './interfaces.ts';

type Http = Pick<StepOf<'http'>, 'url' | 'headers'>;

/** Names of the secrets that a step sends. */
export function secretNames({ headers = {} }: Http): string[] {
  const named = Object.values(headers).flatMap((template) => [
    ...template.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g),
  ]);
  return [...new Set(named.map(([, name = '']) => name))];
}

/** The host that a step's URL names, with its port: it stands there literally, or the flow is not valid. */
export function hostOf({ url }: Pick<Http, 'url'>): string {
  return /^https?:\/\/([^\s/\\?#@{}]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** The secrets that a step may send to its host, or why it may not: each is bound to the hosts it is meant for. */
export async function readSecrets(
  step: Http,
  { secrets }: Pick<TurnDeps, 'secrets'>,
): Promise<{ readonly values: Readonly<Record<string, string>> } | { readonly refused: string }> {
  const values: Record<string, string> = {};
  for (const name of secretNames(step)) {
    const secret = (await secrets?.read(name)) ?? null;
    if (!secret) return { refused: `there is no secret ${name}` };
    if (!secret.hosts.includes(hostOf(step)))
      return { refused: `the secret ${name} is not meant for ${hostOf(step)}` };
    values[name] = secret.value;
  }
  return { values };
}
