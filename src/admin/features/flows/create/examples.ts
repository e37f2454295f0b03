import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { readFlowFile } from './read-flow-file.ts';

/** Flows that come with the gateway, each a chunk of its own. */
const files = import.meta.glob<string>('../../../../examples/flows/*.json', {
  query: '?raw',
  import: 'default',
});
export const exampleIds = ['greeting', 'faq', 'order', 'booking', 'survey', 'handoff', 'reminder'] as const;
export type ExampleId = (typeof exampleIds)[number];

/** What a new flow begins with. */
export type NewContent = Pick<DraftContent, 'definition'> & Partial<DraftContent>;

/** An example with its scripted conversations. */
export async function loadExample(id: ExampleId): Promise<NewContent> {
  const load = async (name: string) => files[`../../../../examples/flows/${name}.json`]?.() ?? '';
  const [flow, conversations] = await Promise.all([load(id), load(`${id}.conversations`)]);
  const read = readFlowFile(flow);
  if (typeof read === 'string') throw new Error(`the example ${id} is no flow`);
  return { definition: read.definition, conversations: JSON.parse(conversations) };
}
