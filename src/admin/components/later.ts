import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';
import type { Chunk } from './chunk.ts';

/**
 * A component of a chunk of its own. One that is loaded already is shown at once: React's own `lazy` shows what stands in for
 * it nevertheless, and keeps that for a third of a second.
 */
export function later<Props extends object>(chunk: Chunk<ComponentType<Props>>): FunctionComponent<Props> {
  const Lazy = lazy(async () => ({ default: await chunk.load() }));
  return function Later(props) {
    // The one that it began with: another would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => chunk.loaded ?? Lazy);
    return createElement(Shown, props);
  };
}
