import { lazyRouteComponent } from '@tanstack/react-router';

/** The read-only canvas of a flow, and the one to edit it: each a chunk, loaded where it is shown. */
export const FlowCanvas = lazyRouteComponent(() => import('./canvas/FlowCanvas.tsx'), 'FlowCanvas');
export const EditorCanvas = lazyRouteComponent(() => import('../editor/EditorCanvas.tsx'), 'EditorCanvas');
