import { type ReactFlowState, useOnViewportChange, useStoreApi } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { distanceOf } from './distance.ts';
import './distance.css';

/** Sets the zoom level and movement for the style sheet, which then paints less, without rendering. */
export function useDistance(): void {
  const store = useStoreApi();
  useEffect(() => {
    const tell = ({ transform: [, , zoom], domNode }: ReactFlowState) => {
      const canvas = domNode?.parentElement;
      const distance = distanceOf(zoom);
      if (!canvas || canvas.dataset.distance === distance) return;
      if (distance === undefined) delete canvas.dataset.distance;
      else canvas.dataset.distance = distance;
    };
    tell(store.getState());
    return store.subscribe(tell);
  }, [store]);
  const heard = useMemo(() => {
    const tell = (isMoving: boolean) => () => setMoving(store.getState().domNode, isMoving);
    return { onChange: tell(true), onEnd: tell(false) };
  }, [store]);
  useOnViewportChange(heard);
}

/** While something moves the pointer meets nothing else, and lines are whole: dashes cost most of a frame. */
export function setMoving(within: Element | null, isMoving: boolean): void {
  within?.closest('.canvas')?.toggleAttribute('data-moving', isMoving);
}
