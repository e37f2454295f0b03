import { hash32 } from './hash32.ts';

/** Samples are told to a hundredth of a percent. */
export const samplePoints = 10_000;

/** The place of a conversation among all: the sample of so many percent is what lies below that. */
export const samplePoint = (conversationId: string): number =>
  hash32(`${conversationId}#recorded`) % samplePoints;
