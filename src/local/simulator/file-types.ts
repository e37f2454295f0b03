import type { FileType } from './page/protocol.ts';

/** Types that are a file. */
export const fileTypes: readonly FileType[] = ['image', 'audio', 'video', 'document', 'sticker'];
