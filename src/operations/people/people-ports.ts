import type { PersonalData } from '../../ports/personal-data.ts';
import type { Gateway } from '../gateway.ts';

/** What finding, exporting and erasing a visitor takes. */
export type PeoplePorts = Pick<
  Gateway,
  | 'conversations'
  | 'cursors'
  | 'deadLetters'
  | 'deliveries'
  | 'idKeys'
  | 'largeMessages'
  | 'nowMs'
  | 'pause'
  | 'people'
  | 'turnLog'
> & {
  readonly personal: PersonalData;
  /** Ids of a tenant's accounts of a channel. */
  accounts(tenantId: string, channel: string): Promise<readonly string[]>;
};
