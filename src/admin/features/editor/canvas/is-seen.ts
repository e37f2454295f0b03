import type { Node, Viewport } from '@xyflow/react';

/** Whether all of a card is on the part of the canvas that is seen. */
export function isSeen({ position, width = 0, height = 0 }: Node, { x, y, zoom }: Viewport): boolean {
  const canvas = document.querySelector('.canvas-edited')?.getBoundingClientRect() ?? new DOMRect();
  const [left, top] = [position.x * zoom + x, position.y * zoom + y];
  return left >= 0 && top >= 0 && left + width * zoom <= canvas.width && top + height * zoom <= canvas.height;
}
