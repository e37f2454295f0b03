import * as z from 'zod/mini';
import { publicLink } from '../contract/public-address.ts';
import type { ProviderUpdate } from '../contract/queue-records.ts';
import { type Attachment, attachment } from '../contract/vocabulary.ts';

/** An optional field of a provider: `null` counts as absent. @see design 2.7 */
export function maybe<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const absentIfNull = z.transform((value: unknown): unknown => value ?? undefined);
  const read: z.ZodMiniType = z.optional(schema);
  // The output type is the optional's; only the input also accepts null.
  return z.pipe(absentIfNull, read) as unknown as z.ZodMiniOptional<T>;
}

/** A provider's time as ISO 8601; null unless its year is 1970 to 9999. Milliseconds sent as seconds lie far beyond. */
export function isoTime(time: Date): string | null {
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? time.toISOString() : null;
}

/** An optional field that counts as absent if it is malformed, so that the message is not lost. */
export function spare<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  return z.catch(maybe(schema), undefined) as unknown as z.ZodMiniOptional<T>;
}

/** DynamoDB nests 32 deep, and what is kept lies some levels down already. */
const depth = 12;

/**
 * Returns a provider's payload for a message's metadata: the value itself, or its JSON if it is nested too deeply
 * to store. Large payloads are stored separately, see `keepLargeOnes`.
 */
export function keepRaw(value: unknown): unknown {
  return nestsAtMost(value, depth) ? value : JSON.stringify(value);
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => nestsAtMost(member, levels - 1));
}

type Fields = { readonly [K in keyof Attachment]: Attachment[K] | undefined };

/** The sender chooses the link, and agents open it. */
const fields = { ...attachment.shape, url: publicLink };

/** An attachment of what a provider sent; a field that is missing or that the contract can't hold is left out. */
export function fitAttachment(sent: Fields): Attachment {
  const fitting = Object.entries(fields).flatMap(([name, schema]) => {
    const value = schema.safeParse(Reflect.get(sent, name)).data;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(fitting), type: sent.type };
}

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
