import type { EngineJob, EngineResults, FromEngine, ToEngine } from './engine-jobs.ts';
import { EngineService } from './engine-service.ts';

/** The engine's own word on a flow and its texts, off the page's thread. */
const service = new EngineService();

addEventListener('message', ({ data: { id, job } }: MessageEvent<ToEngine>) => {
  postMessage({ id, result: answer(job) } satisfies FromEngine);
});

function answer(job: EngineJob): EngineResults[EngineJob['do']] {
  switch (job.do) {
    case 'check':
      return service.check(job.definition, job.surroundings);
    case 'examine':
      return service.examine(job);
    case 'complete':
      return service.complete(job, job.at);
  }
}
