import { edgeTypes } from './BackEdge.tsx';
import { nodeTypes } from './nodes.tsx';
import { leastZoom } from './use-sight.ts';

/** What of the library's is the same for every canvas: it is one tab stop, walked by keys of our own, in a page that scrolls. */
export const canvasSettings = {
  tabIndex: 0,
  nodeTypes,
  edgeTypes,
  defaultMarkerColor: null,
  nodesFocusable: false,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  minZoom: leastZoom,
  maxZoom: 1.5,
} as const;
