import { deviceStorage } from '../../../browser/storage.ts';

const key = 'gateway-admin.flow-view';

/** How a flow is shown at first: as its address says, else as on this device before; a picture where there is room to read it. */
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
