import type { Gateway } from '../gateway.ts';

/** What telling contact centers takes. */
export type TellPorts = Pick<
  Gateway,
  | 'addresses'
  | 'centerLinks'
  | 'centers'
  | 'continuations'
  | 'conversations'
  | 'deliveries'
  | 'directory'
  | 'feed'
  | 'files'
  | 'http'
  | 'log'
  | 'metrics'
  | 'nowMs'
  | 'pacing'
  | 'pause'
  | 'queue'
  | 'random'
  | 'sendingSecrets'
  | 'turnLog'
  | 'typing'
>;
