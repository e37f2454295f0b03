import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { readFlowFile } from './FlowUpload.tsx';

/** Flows that come with the gateway, in the order of the gallery. */
export const templateIds = [
  'greeting',
  'order',
  'lead',
  'booking',
  'faq',
  'survey',
  'handoff',
  'reminder',
] as const;
export type TemplateId = (typeof templateIds)[number];

/** The initial content of a new flow. */
export type NewContent = Pick<DraftContent, 'definition'> & Partial<DraftContent>;

/** Each a chunk of its own. */
const files = import.meta.glob<string>('../../../../../examples/flows/*.json', {
  query: '?raw',
  import: 'default',
});

/** Loads a template with its tests. @throws Error when it can't be read */
export async function loadTemplate(id: TemplateId): Promise<NewContent> {
  const load = async (name: string) => files[`../../../../../examples/flows/${name}.json`]?.() ?? '';
  const [flow, conversations] = await Promise.all([load(id), load(`${id}.conversations`)]);
  const read = readFlowFile(flow);
  if (typeof read === 'string') throw new Error(`the template ${id} is no flow`);
  return { definition: read.definition, conversations: JSON.parse(conversations) };
}
