import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { limits } from '../../../../contract/limits.ts';

/** Why a file can't become a flow. */
export type FileFault = 'tooLarge' | 'notJson' | 'notFlow';

/** A flow as a file holds it. */
export interface FlowFile {
  /** The file's own ID. */
  readonly id: string | null;
  readonly definition: DraftContent['definition'];
}

/** Reads a flow's file. What it is called and which version it was is not part of a draft. */
export function readFlowFile(text: string): FlowFile | FileFault {
  if (new TextEncoder().encode(text).length > limits.adminBodyBytes) return 'tooLarge';
  const read = parse(text);
  if (read === undefined) return 'notJson';
  if (typeof read !== 'object' || read === null || !('steps' in read)) return 'notFlow';
  const { $schema: _, id, version: __, ...definition } = read as DraftContent['definition'];
  return { id: typeof id === 'string' ? id : null, definition };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
