/** How each figure is counted. @see handoff.md 6.4 */
export const formulas = {
  conversations:
    'A conversation is one run: from the message that starts a flow until it is completed, failed or expired. It counts on the day on which it started.',
  visitors:
    'Different people by channel and user id, each once in the whole range. Up to some hundred they are counted, above that estimated: two of three times within 1.6%. Who is erased still counts.',
  outcomes:
    'Each ended conversation counts once, in this order: handed over (a human was asked for), failed, abandoned (expired while the flow waited for the visitor), flow alone (completed). Together they make 100%; those still running stand beside.',
  shares:
    'Handed over, failed, abandoned and flow alone, each divided by the conversations that have ended. A day with fewer than 20 of them is a gap: too few to judge.',
  flowAlone: 'Completed without a human, divided by ended.',
  handedOver: 'At least one human was asked for, divided by ended.',
  abandoned: 'Expired while the flow waited for the visitor, without a human, divided by ended.',
  failed: 'Ended by a fault, without a human, divided by ended.',
  contained: 'Neither handed over nor failed, divided by ended. It holds those who gave up.',
  resolvedAssumed:
    'Completed, and the same visitor has not come back on that channel within 72 hours, nor said no, divided by ended. Final after 72 hours.',
  firstReply:
    'From the first message’s arrival until the first reply is committed: half are faster than the median.',
  turnTime: 'From a message’s arrival until its turn is committed.',
  failedTurns: 'Turns that raised, divided by all turns.',
  undelivered: 'Replies that the provider could not deliver, divided by replies sent.',
  messages:
    'What visitors, the bot and humans have written; a redelivery counts once, notes and receipts never.',
  busiest: 'Conversations by the weekday and the hour in which they started.',
  channels:
    'Conversations that started on each channel, and which share of the ended ones the flow completed alone.',
  funnel:
    'Reached: conversations in which the step began at least once; loops count once. Left here: expired conversations whose last step it is. Leaving share: left divided by reached.',
  versions:
    'Shares of ended conversations of each version, their difference, and where it lies with 95% certainty. Below 100 ended conversations in either there is no judging.',
  waited: 'Taken minus asked for, by the time of asking. The dashed line is the target.',
  waitedInside:
    'Taken minus asked for, without the time outside of the opening hours of the step that asked. A step without hours is always open.',
  longest:
    'Asked for in this range and neither taken nor ended. The longest wait is that of this very moment, whenever it was asked for.',
  queues: 'By the queue in which a human was asked for, by the time of asking.',
  agents:
    'By who had the conversation last. Handling time is the time of active writing, at most five minutes a message, divided by the conversations that were answered.',
  serviceLevel:
    'Taken within the target, divided by taken, given up after the target, and still waiting beyond it.',
  satisfaction:
    'Answers to the question that measures satisfaction: satisfied are 4 and 5, divided by all answers. Beside it stands how many of those asked have answered.',
  nps: 'Share of 9 and 10 minus share of 0 to 6, from −100 to 100; with fewer than 30 answers it is no more than a hint.',
  resolved: 'Yes, divided by the answers to the question that asks whether it is resolved.',
  cost: 'Messages of visitors, times what one costs at list prices of AWS. Without what models, providers of chat apps and the fixed part of the deployment cost.',
  refusals:
    'Requests from chats that were answered with a refusal, by the reason and by the site that asked. Who only probes counts here, not as a conversation. The numbers are a lower bound: what a function has counted and not yet written is lost when it ends.',
};
