/** Every sentence that a visitor may meet. `{n}` is a number. */
export interface Texts {
  readonly title: string;
  readonly open: string;
  readonly close: string;
  readonly newConversation: string;
  /** The label of the menu button. */
  readonly menu: string;
  readonly transcript: string;
  readonly placeholder: string;
  readonly emoji: string;
  readonly send: string;
  readonly you: string;
  readonly bot: string;
  readonly agent: string;
  readonly typing: string;
  readonly suggestions: string;
  readonly sending: string;
  readonly failed: string;
  readonly signIn: string;
  readonly retry: string;
  readonly discard: string;
  readonly offline: string;
  readonly reconnecting: string;
  /** The gateway answers that it can't. */
  readonly failing: string;
  readonly waiting: string;
  readonly handoff: string;
  /** `{name}` is the agent's. */
  readonly withAgent: string;
  readonly inLine: string;
  readonly lookingFor: string;
  readonly delayed: string;
  readonly completed: string;
  readonly unavailable: string;
  readonly expired: string;
  readonly tooLong: string;
  readonly unread: string;
  readonly attachment: string;
  readonly dismiss: string;
  readonly cards: string;
  readonly location: string;
}
