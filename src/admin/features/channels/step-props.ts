import type { ChannelView } from '../../../contract/admin/channels.ts';

/** The props of every step. */
export interface StepProps {
  readonly view: ChannelView;
  readonly etag: string;
}
