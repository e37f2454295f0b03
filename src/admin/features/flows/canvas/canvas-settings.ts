import { edgeTypes } from './BackEdge.tsx';
import { nodeTypes } from './nodes.tsx';
import { leastZoom } from './use-sight.ts';

/** The library's settings for every canvas: one tab stop with our own keys, in a scrolling page. */
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
