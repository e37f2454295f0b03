/** The canvas of a flow, to look at. */
export const canvas = {
  showAs: 'Show as',
  title: 'Canvas',
  list: 'List',
  label: (flow: string) => `Canvas of ${flow}`,
  help: 'Right arrow follows the first way, left arrow goes back, up and down go to what stands beside. Enter reads the step, Home goes to the start, 1 shows everything, plus and minus zoom. The list shows the same steps. F folds the group of a step.',
  editHelp:
    'Alt and an arrow move what is chosen. A adds a step behind it, C leads its first open way somewhere, Delete removes it.',
  palette: 'Add a step',
  arrange: 'Arrange',
  choose: 'Choose a step to read all of it.',
  said: (card: string, ways: number, position: number, all: number) =>
    `${card}, ${ways === 1 ? '1 way' : `${ways} ways`}, ${position} of ${all}`,
  entries: { start: 'Start', words: 'Words', failure: 'If anything fails' },
  comesBack: 'comes back',
  duringHandoff: 'during handoff',
  fold: 'Fold',
  unfold: 'Unfold',
  group: (title: string, steps: number) => `${title}, folded: ${steps === 1 ? '1 step' : `${steps} steps`}`,
  steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  toStart: 'To the start',
  map: 'Small map of the flow',
  broken: 'The steps could not be arranged. The list shows all of them.',
};
