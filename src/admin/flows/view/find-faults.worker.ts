import { validateFlow } from '../../../engine/validate.ts';

/** The engine's own word on a definition, off the page's thread. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const result = validateFlow(data);
  postMessage(result.ok ? [] : result.errors.map(({ path, message }) => ({ path, message })));
});
