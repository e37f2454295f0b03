import type * as z from 'zod/mini';
import type { ProviderUpdate } from '../contract/queue-records.ts';
import type { Attachment } from '../contract/vocabulary.ts';

/** The result of parsing one item of a provider's message. */
export interface Content {
  readonly text?: string | undefined;
  readonly attachments?: readonly Attachment[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** For a choice: the message that offered it, if its payload names one. */
  readonly replyTo?: string;
  /** The update of an earlier message. */
  readonly update?: ProviderUpdate;
  /** No reply is expected. */
  readonly silent?: true;
}

/** Reads a piece; null when it is not of the shape known. */
export type Reading = (piece: unknown) => Content | null;

/** A reading by a schema. */
export function reading<T extends z.ZodMiniType>(
  schema: T,
  toContent: (piece: z.output<T>) => Content,
): Reading {
  return (piece) => {
    const parsed = schema.safeParse(piece);
    return parsed.success ? toContent(parsed.data) : null;
  };
}

/** A selected choice. The flow gets its value; people see its label. */
export function chosen(value: string, label: string, description?: string): Content {
  return { text: value, metadata: { choice: { value, label, ...(description && { description }) } } };
}
