import type { StepOf } from '../../contract/flow.ts';
import { hostOf, secretNames } from '../read-secrets.ts';
import type { CheckStep, FlowSurroundings } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findAssignFaults, findBodyFaults, findTemplateFaults } from './texts.ts';

/** Scheme, host and the slash after it, all literal: what a visitor says must not choose the host. */
const literalOrigin = /^https?:\/\/[^\s/\\?#@{}]+(?:[/?#]|$)/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Set by the engine or the connection. */
const reservedHeaders = new Set([
  'idempotency-key',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

/** What is wrong with a call: its URL, headers, body and mapping. */
export const checkHttp: CheckStep<'http'> = (step, path, { types, surroundings }) => {
  const withSecrets = new Map([...types, ['secrets', 'map']]);
  return [
    ...findUrlFaults(step, `${path}.url`, surroundings),
    ...findTemplateFaults(`${path}.url`, step.url, types),
    ...Object.entries(step.headers ?? {}).flatMap(([name, template]) => [
      ...findHeaderFaults(`${path}.headers.${name}`, name),
      ...findTemplateFaults(`${path}.headers.${name}`, template, withSecrets),
    ]),
    ...findSecretFaults(step, path, surroundings),
    ...findBodyFaults(`${path}.body`, step.body, types),
    ...findAssignFaults(`${path}.saveAs`, step.saveAs, new Map([...types, ['response', 'map']])),
    ...(step.method === 'GET' && step.body !== undefined
      ? [{ path: `${path}.body`, message: 'a GET has no body' }]
      : []),
  ];
};

function findUrlFaults(
  { url }: StepOf<'http'>,
  path: string,
  { refusedAddress }: FlowSurroundings,
): FlowFault[] {
  if (!literalOrigin.test(url))
    return [{ path, message: 'must begin with https:// and a host, written out' }];
  const [written = ''] = url.split('{{', 1);
  const refused = refusedAddress?.(written) ?? null;
  return refused === null ? [] : [{ path, message: `will fail: ${refused}` }];
}

/** A secret goes to the hosts that it is meant for, and nowhere else. */
function findSecretFaults(step: StepOf<'http'>, path: string, { secrets }: FlowSurroundings): FlowFault[] {
  if (!secrets) return [];
  const host = hostOf(step);
  return secretNames(step).flatMap((name) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (secret?.hosts.includes(host)) return [];
    const message = secret
      ? `the secret ${name} is not meant for ${host}: "flow_secrets" of tenant.json says where it may be sent`
      : `there is no secret ${name} in "flow_secrets" of tenant.json`;
    return [{ path: `${path}.headers`, message }];
  });
}

function findHeaderFaults(path: string, name: string): FlowFault[] {
  if (!headerName.test(name)) return [{ path, message: 'is not a header name' }];
  if (reservedHeaders.has(name.toLowerCase()))
    return [{ path, message: "this header is not the flow's to set" }];
  return [];
}
