import type { Gateway } from '../gateway.ts';

/** What telling contact centers takes. */
export type TellPorts = Pick<
  Gateway,
  | 'addresses'
  | 'centerLinks'
  | 'centers'
  | 'continuations'
  | 'conversations'
  | 'directory'
  | 'files'
  | 'http'
  | 'log'
  | 'metrics'
  | 'nowMs'
  | 'queue'
  | 'random'
  | 'sendingSecrets'
  | 'turnLog'
>;
