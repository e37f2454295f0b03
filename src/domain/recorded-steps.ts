import { samplePoint, samplePoints } from '../contract/sample-point.ts';

/** What a step has found outside: what it saved and said, not what it was answered. */
export interface Found {
  readonly by: 'next' | 'onError';
  /** Variables: JSON. */
  readonly assign: Readonly<Record<string, unknown>>;
  /** What a model said to the visitor. */
  readonly said?: string;
}

/** What an `http` or `llm` step of a flow has found; null for what was too large to be kept. */
export interface RecordedStep {
  readonly flowId: string;
  readonly stepId: string;
  readonly found: Found | null;
}

/** Whether a conversation is one of the sample that is recorded: always the same answer, so that it is so as a whole. */
export function isSampled(conversationId: string, percent: number): boolean {
  return samplePoint(conversationId) < percent * (samplePoints / 100);
}
