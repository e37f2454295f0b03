import { lazyRouteComponent } from '@tanstack/react-router';

/** The canvas of a flow, and the editor that only reads, alone or with its views: each a chunk, loaded where it is shown. */
export const FlowCanvas = lazyRouteComponent(() => import('../editor/canvas/FlowCanvas.tsx'), 'FlowCanvas');
export const FlowView = lazyRouteComponent(() => import('./FlowView.tsx'), 'FlowView');
export const FlowReader = lazyRouteComponent(() => import('../editor/FlowReader.tsx'), 'FlowReader');
