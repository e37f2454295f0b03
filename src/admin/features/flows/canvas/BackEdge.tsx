import { BaseEdge, type EdgeProps, Position } from '@xyflow/react';
import { memo } from 'react';

const out = 24;
const radius = 12;

/** An edge that leads back: out of the step, below the cards, and up to its target. */
const BackEdge = memo(
  ({ id, sourceX, sourceY, targetX, targetY, sourcePosition, data, ...rest }: EdgeProps) => {
    const side = sourcePosition === Position.Left ? -1 : 1;
    const [from, to, below] = [sourceX + side * out, targetX - side * out, Number(data?.below)];
    const r = side * radius;
    const path = [
      `M ${sourceX} ${sourceY} H ${from - r} Q ${from} ${sourceY} ${from} ${sourceY + radius}`,
      `V ${below - radius} Q ${from} ${below} ${from - r} ${below}`,
      `H ${to + r} Q ${to} ${below} ${to} ${below - radius}`,
      `V ${targetY + radius} Q ${to} ${targetY} ${to + r} ${targetY} H ${targetX}`,
    ].join(' ');
    return (
      <BaseEdge id={id} path={path} {...(rest.markerEnd !== undefined && { markerEnd: rest.markerEnd })} />
    );
  },
);

export const edgeTypes = { back: BackEdge };
