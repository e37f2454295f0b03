import { lazyRouteComponent } from '@tanstack/react-router';

/** The editor that only reads, alone or with its views: each a chunk, loaded where it is shown. */
export const FlowView = lazyRouteComponent(() => import('./FlowView.tsx'), 'FlowView');
export const FlowReader = lazyRouteComponent(() => import('../editor/FlowReader.tsx'), 'FlowReader');
