/** Secrets of channels and widgets: set, replaced, never read. */
export const secrets = {
  sharedWith: 'The same value is used by others, and changes for them too:',
  missing: 'Not set. Without it the provider’s calls are refused.',
  notSet: 'Not set.',
  setBy: (who: string, when: string) => `Set by ${who}, ${when}`,
  setByFiles: 'Set by the command line',
  value: (name: string) => `${name}: value`,
  newValue: (name: string) => `${name}: new value`,
  showTyped: 'Show what is typed',
  set: (name: string) => `Set: ${name}`,
  replace: (name: string) => `Replace: ${name}`,
  remove: {
    open: (name: string) => `Remove: ${name}…`,
    title: (name: string) => `Remove: ${name}?`,
    what: 'Its value is gone for good, and what needs it stops at once.',
    button: 'Remove',
  },
  previous:
    'The value before still verifies, so that nothing is refused while you change it on the other side.',
  endOverlap: 'End the overlap',
};
