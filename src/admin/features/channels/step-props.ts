import type { ChannelView } from '../../../contract/admin/channels.ts';

/** What every step knows of its account. */
export interface StepProps {
  readonly view: ChannelView;
  readonly etag: string;
}
