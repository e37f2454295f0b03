import { lazyRouteComponent } from '@tanstack/react-router';

/** The canvas of a flow: a chunk, loaded where it is shown. */
export const FlowCanvas = lazyRouteComponent(() => import('../editor/canvas/FlowCanvas.tsx'), 'FlowCanvas');
