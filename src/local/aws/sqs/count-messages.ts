import type { MessageQueue } from './message-queue.ts';
import { isInFlight } from './stored-message.ts';

/** A queue's messages that are visible, in flight, and delayed, under their names as attributes. */
export function countMessages(queue: MessageQueue, nowMs: number): Readonly<Record<string, string>> {
  const messages = queue.all();
  const inFlight = messages.filter((message) => isInFlight(message, nowMs)).length;
  const hidden = messages.filter((message) => queue.visibleAtMs(message) > nowMs).length;
  return {
    ApproximateNumberOfMessages: String(messages.length - hidden),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(hidden - inFlight),
  };
}
