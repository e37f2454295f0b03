import { arrange } from './arrange.ts';
import type { Arrangement } from './arrangement.ts';

addEventListener('message', ({ data }: MessageEvent<Arrangement>) => postMessage(arrange(data)));
