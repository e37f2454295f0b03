import type { StepKind } from '../../contract/flow.ts';
import { branchDocument } from './branch.ts';
import { callDocument } from './call.ts';
import { endDocument } from './end.ts';
import { handoffDocument } from './handoff.ts';
import { httpDocument } from './http.ts';
import { llmDocument } from './llm.ts';
import { messageDocument } from './message.ts';
import { questionDocument } from './question.ts';
import { setDocument } from './set.ts';
import type { StepDocument } from './step-document.ts';
import { waitDocument } from './wait.ts';

/** What the reference says of every kind of step. */
export const stepDocuments = {
  message: messageDocument,
  question: questionDocument,
  set: setDocument,
  branch: branchDocument,
  http: httpDocument,
  llm: llmDocument,
  handoff: handoffDocument,
  call: callDocument,
  wait: waitDocument,
  end: endDocument,
} satisfies { [K in StepKind]: StepDocument<K> };
