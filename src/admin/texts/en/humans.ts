/** The page on which admins say how humans answer. */
export const humans = {
  title: 'How humans answer',
  about:
    'Queues that flows hand conversations over into, how long people wait for each other, and what visitors are told meanwhile. At what hours humans answer is said by the step that hands over, and by the widget.',
  queues: 'Queues',
  queue: 'Queue',
  flows: 'Live flows that name it',
  none: 'None',
  always: 'Always there',
  named: 'Stays while a live flow names it',
  remove: (queue: string) => `Remove ${queue}`,
  removed: 'Whoever waits in a queue that you remove waits in default from then on.',
  add: 'New queue',
  addHint: 'For example billing. Steps that hand over name it.',
  addButton: 'Add',
  faults: {
    isThere: 'There is a queue of this name.',
    tooMany: 'These are as many queues as there may be.',
    wrongName: 'A name may hold letters, digits and . _ : @ + = / - only.',
  },
  waiting: 'Waiting for each other',
  reclaim_minutes: {
    label: 'Minutes until others may take a conversation',
    hint: 'Once a visitor has written and whoever has it is away. Empty: 10.',
  },
  idle_close_hours: {
    label: 'Hours of silence until a conversation with a human ends',
    hint: 'Empty: 24 on web chat, 72 on chat apps.',
  },
  told: 'What visitors are told',
  silent: 'Where a text is empty, nothing is said.',
  joined: {
    label: 'Somebody has taken the conversation',
    hint: '{name} is who has come. Not on web chat, which shows it.',
  },
  looking: {
    label: 'They had to go, and somebody else is looked for',
    hint: 'Not on web chat, which shows it.',
  },
  missed: { label: 'Nobody has come in time', hint: 'Unless the flow goes on with a step of its own.' },
  idle: { label: 'Nobody has written for so long that it has ended', hint: 'The bot answers again then.' },
  saved: 'How humans answer is saved.',
};
