import { recordScript } from '../../../../engine/record-script.ts';
import { readFlow } from '../../../../engine/validate.ts';
import type { FromWorker, Job, Results, ToWorker } from './chat-messages.ts';
import { type Call, type Played, playTurn } from './play-turn.ts';
import { runScripts } from './run-scripts.ts';

/** The real engine in a worker. The page answers its external calls. */
const waiting = new Map<number, (played: Played) => void>();
const send = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  const { id } = data;
  if ('played' in data) {
    waiting.get(id)?.(data.played);
    waiting.delete(id);
    return;
  }
  doJob(data.job, (call) => {
    const answer = new Promise<Played>((resolve) => waiting.set(id, resolve));
    send({ id, call });
    return answer;
  }).then(
    (result) => send({ id, result }),
    (error: unknown) => send({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});

async function doJob(job: Job, ask: (call: Call) => Promise<Played>): Promise<Results[keyof Results]> {
  const flow = readFlow(job.flow.definition);
  if (!flow) throw new Error('the flow has no steps');
  const { others } = job.flow;
  switch (job.do) {
    case 'play':
      return await playTurn({ ...job.turn, flow, others }, ask);
    case 'run':
      return await runScripts(flow, job.scripts, others);
    case 'record':
      return await recordScript(flow, job.script, others);
  }
}
