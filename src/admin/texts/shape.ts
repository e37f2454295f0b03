import type { en } from './en.ts';

/** Every sentence of the console in one language. */
export type Texts = typeof en;
