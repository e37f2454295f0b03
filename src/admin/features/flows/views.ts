import { lazyRouteComponent } from '@tanstack/react-router';
import { deviceStorage } from '../../../browser/storage.ts';

/** The canvas of a flow: a chunk, loaded where it is shown. */
export const FlowCanvas = lazyRouteComponent(() => import('../editor/canvas/FlowCanvas.tsx'), 'FlowCanvas');

const key = 'gateway-admin.flow-view';

/** The initial view of a flow: from the URL, otherwise the device's last; a canvas only if there is room for it. */
export function firstView<View extends string>(
  search: URLSearchParams,
  views: readonly View[],
): View | 'canvas' | 'list' {
  const wanted = search.get('view') ?? deviceStorage.getItem(key);
  const known = views.find((view) => view === wanted);
  return known ?? (matchMedia('(max-width: 48rem)').matches ? 'list' : 'canvas');
}

/** Remembers on this device how flows are looked at. */
export function keepView(view: string): void {
  deviceStorage.setItem(key, view);
}
