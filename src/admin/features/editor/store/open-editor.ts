import { createStore } from 'zustand/vanilla';
import { draft as draftSchema, flowResources } from '../../../../contract/admin/flows.ts';
import type { Call } from '../../../api/api.ts';
import { EngineClient } from '../../flows/view/engine-client.ts';
import { ScriptPlayer } from '../chat/chat-worker.ts';
import { historyOf } from '../document/history.ts';
import { findProblems } from '../problems/find-problems.ts';
import { findUnscripted } from '../problems/script-warnings.ts';
import { DraftSaver, openJournal } from '../saving/draft-saver.ts';
import { isSame } from '../saving/merge-drafts.ts';
import type { EditorView, Ui } from './actions.ts';
import { EditorActions } from './actions.ts';
import type { Editor } from './editor-context.ts';
import { FlowStore } from './flow-store.ts';

export interface OpenEditor extends Editor {
  readonly saver: DraftSaver;
  readonly stop: () => void;
}

/**
 * Opens a flow: as the service has it, and with what this device has kept of it that the service lacks.
 * @throws ApiError
 */
export async function openEditor(
  { call, userId, tenantId }: { readonly call: Call; readonly userId: string; readonly tenantId: string },
  {
    flowId,
    view,
    chosen,
  }: { readonly flowId: string; readonly view: EditorView; readonly chosen: string | null },
): Promise<OpenEditor> {
  const journal = openJournal(userId, tenantId);
  const [{ body, etag }, kept, resources] = await Promise.all([
    call('GET', '/v1/admin/flows/{flowId}/draft', draftSchema, { path: { flowId } }),
    journal.read(flowId),
    // Without it the server still checks these names before it publishes.
    call('GET', '/v1/admin/flow-resources', flowResources).then(
      (answer) => answer.body,
      () => null,
    ),
  ]);
  const { definition, layout, conversations, country } = body;
  const document = { definition, layout, conversations };
  const theirs = { document, etag, who: body.by?.email ?? null };
  const isUnsaved = kept !== null && !isSame(kept.history.present, kept.base.document);
  const isGoingOn = kept !== null && (isUnsaved || isSame(kept.history.present, document));
  const history = isGoingOn ? kept.history : historyOf(document);
  const store = new FlowStore({ ...history, selection: chosen === null ? [] : [chosen] });
  const saver = new DraftSaver(isUnsaved ? kept.base : { document, etag }, {
    ...{ store, journal, call, flowId, nowMs: Date.now },
  });
  const engine = new EngineClient();
  const scripts = new ScriptPlayer(call, flowId);
  const unscripted = findUnscripted(store, async (of) => (await scripts.run(of)).warnings);
  const problems = findProblems(store, { flowId, resources }, engine, unscripted);
  // Beside the list only: on a phone it is over it.
  const isBeside = view !== 'canvas' && !matchMedia('(max-width: 48rem)').matches;
  const ui: Ui = {
    ...{ view, dialog: null, notice: null, panel: null, brokenJson: null },
    ...{ isPublishing: false, problemsShown: false, isInspecting: chosen !== null || isBeside },
  };
  if (isUnsaved) void saver.resume(theirs);
  return {
    ...{ flowId, name: flowId, country, resources, store, saver, problems, engine, scripts },
    samples: createStore(() => ({})),
    actions: new EditorActions(
      store,
      createStore(() => ui),
    ),
    stop: () => {
      saver.stop();
      problems.stop();
      unscripted.stop();
      scripts.stop();
      engine.stop();
    },
  };
}
