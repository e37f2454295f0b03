import { originCandidates } from '../channels/checks/origin.ts';
import { limits } from '../contract/limits.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Gateway } from '../operations/gateway.ts';

/** The origin of a request if some widget allows it; null for any other, and where that can't be told. */
export async function knownOrigin(gateway: Gateway, request: HttpRequest): Promise<string | null> {
  const { origin } = request.headers;
  if (origin === undefined || origin.length > limits.originChars) return null;
  try {
    return (await gateway.directory.allowsAnyOrigin(originCandidates(origin))) ? origin : null;
  } catch (error) {
    gateway.log.error('origin look-up failed', error);
    return null;
  }
}
