import type { Gateway } from '../gateway.ts';

/** What notifying contact centers uses. */
export type NotifyPorts = Pick<
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
