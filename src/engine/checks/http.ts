import type { StepOf } from '../../contract/flow.ts';
import type { FlowFault } from './fault.ts';
import { findBodyFaults, findExpressionFaults, findTemplateFaults } from './texts.ts';

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
export function findHttpFaults(step: StepOf<'http'>, path: string, names: ReadonlySet<string>): FlowFault[] {
  const withResponse = new Set([...names, 'response']);
  return [
    ...(literalOrigin.test(step.url)
      ? []
      : [{ path: `${path}.url`, message: 'must begin with https:// and a host, written out' }]),
    ...findTemplateFaults(`${path}.url`, step.url, names),
    ...Object.entries(step.headers ?? {}).flatMap(([name, template]) => [
      ...findHeaderFaults(`${path}.headers.${name}`, name),
      ...findTemplateFaults(`${path}.headers.${name}`, template, names),
    ]),
    ...findBodyFaults(`${path}.body`, step.body, names),
    ...Object.entries(step.saveAs ?? {}).flatMap(([name, expression]) =>
      findExpressionFaults(`${path}.saveAs.${name}`, expression, withResponse),
    ),
    ...(step.method === 'GET' && step.body !== undefined
      ? [{ path: `${path}.body`, message: 'a GET has no body' }]
      : []),
  ];
}

function findHeaderFaults(path: string, name: string): FlowFault[] {
  if (!headerName.test(name)) return [{ path, message: 'is not a header name' }];
  if (reservedHeaders.has(name.toLowerCase()))
    return [{ path, message: "this header is not the flow's to set" }];
  return [];
}
