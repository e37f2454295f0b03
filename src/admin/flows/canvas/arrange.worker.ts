import { type Arrangement, arrange } from './arrange.ts';

addEventListener('message', ({ data }: MessageEvent<Arrangement>) => postMessage(arrange(data)));
