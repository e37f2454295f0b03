/** A user who has a flow open, and their selected step. */
export interface NotedEditor {
  readonly id: string;
  readonly name: string;
  readonly stepId: string | null;
}

/** Which flows users have open; entries expire shortly after the last report. */
export interface FlowEditors {
  /** Notes an editor. @returns the others who have the flow open */
  note(
    flow: { readonly tenantId: string; readonly flowId: string },
    editor: NotedEditor,
  ): Promise<readonly NotedEditor[]>;
}
