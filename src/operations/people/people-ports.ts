import type { FileObjects } from '../../ports/files.ts';
import type { PersonalData } from '../../ports/personal-data.ts';
import type { Gateway } from '../gateway.ts';

/** What finding, exporting and erasing a visitor takes. */
export type PeoplePorts = Pick<
  Gateway,
  | 'addresses'
  | 'conversations'
  | 'cursors'
  | 'deadLetters'
  | 'deliveries'
  | 'files'
  | 'idKeys'
  | 'largeMessages'
  | 'nowMs'
  | 'pause'
  | 'people'
  | 'turnLog'
> & {
  readonly personal: PersonalData;
  readonly objects: Pick<FileObjects, 'remove'>;
  /** Ids of a tenant's accounts of a channel. */
  accounts(tenantId: string, channel: string): Promise<readonly string[]>;
};
