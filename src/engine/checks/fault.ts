/** Something wrong with a definition: where, as keys joined by dots, and what. */
export interface FlowFault {
  readonly path: string;
  readonly message: string;
}
