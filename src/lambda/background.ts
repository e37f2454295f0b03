import { runSchedule } from '../operations/schedule/run-schedule.ts';
import type { Background } from './create-handler.ts';
import { serveBatch } from './serve-batch.ts';
import { serveChores } from './serve-chores.ts';

/** What queues and the schedule call. */
export const background: Background = { records: serveBatch, chores: serveChores, schedule: runSchedule };
