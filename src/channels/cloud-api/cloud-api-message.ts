/** The part of a message that its `type` names, and the type. */
export interface CloudApiMessage {
  readonly type: string;
  readonly [member: string]: unknown;
}
