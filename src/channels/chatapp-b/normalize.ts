import type { Channel } from '../channel.ts';
import { normalizeChanges } from '../cloud-api/normalize-changes.ts';

/** A part holds changes as the Cloud API writes them, whichever shape they came in. */
export const normalize: Channel['normalize'] = normalizeChanges;
