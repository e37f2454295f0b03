/** Somebody who has a flow open, and the step that they have selected. */
export interface NotedEditor {
  readonly id: string;
  readonly name: string;
  readonly stepId: string | null;
}

/** Who has which flow open: each is forgotten shortly after they were last noted. */
export interface FlowEditors {
  /** Notes an editor. @returns the others who have the flow open */
  note(
    flow: { readonly tenantId: string; readonly flowId: string },
    editor: NotedEditor,
  ): Promise<readonly NotedEditor[]>;
}
