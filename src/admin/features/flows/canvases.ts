import { chunkOf } from '../../components/chunk.ts';

/** A flow's picture to look at, and the one to work on: loaded where one is shown. */
export const flowCanvas = chunkOf(async () => (await import('./canvas/FlowCanvas.tsx')).FlowCanvas);
export const editorCanvas = chunkOf(async () => (await import('../editor/EditorCanvas.tsx')).EditorCanvas);
