/**
 * What `npm test` leaves to `npm run test:all`, which CI runs: not what a part does or how a conversation goes, but that
 * it holds against everything. Each pattern meets a file, or `test/architecture/files.test.ts` fails.
 */
export const thoroughFiles = [
  // Services that fail, and hours without one.
  'test/faults/**/*.test.ts',
  'test/journeys/center-faults.test.ts',
  'test/journeys/handoff-faults.test.ts',
  'test/journeys/poison.test.ts',
  'test/journeys/user-sync.test.ts',
  'test/operations/delivery/ends.test.ts',
  'test/operations/delivery/now-and-then.test.ts',
  'test/operations/delivery/outages.test.ts',
  'test/operations/delivery/pace.test.ts',
  'test/local/aws/sqs/durable.test.ts',
  // What strangers could do with emails, and a day of them.
  'test/journeys/answers-by-mail.test.ts',
  // Every place where something of a visitor could be left.
  'test/journeys/erasure.test.ts',
  // Every combination of something, in whatever order.
  'test/**/*.matrix.test.ts',
  'test/engine/cost.properties.test.ts',
  'test/journeys/every-character.test.ts',
  'test/journeys/secrets-of-channels.test.ts',
  'test/journeys/webhook-edges.test.ts',
  'test/journeys/handoff-model.properties.test.ts',
  'test/journeys/handoff-races.properties.test.ts',
  'test/lambda/admin/flows.properties.test.ts',
  'test/lambda/admin/kept-whole.properties.test.ts',
  'test/lambda/admin/every-question.test.ts',
  'test/lambda/admin/matrix.test.ts',
  'test/lambda/admin/old-tokens.test.ts',
  // Thousands at once, and what a message costs, counted.
  'test/aws/great-hours.test.ts',
  'test/aws/runs.test.ts',
  'test/aws/tenant-allowance*.test.ts',
  'test/journeys/cost-counts.test.ts',
  'test/journeys/cost-of-mails.test.ts',
  'test/journeys/cost-of-runs.test.ts',
  'test/journeys/large-bodies.test.ts',
  'test/journeys/new-sessions.test.ts',
  'test/journeys/request-limits.test.ts',
  'test/journeys/schedule-load.test.ts',
  // Every program that takes options, and all that a start may meet.
  'test/bin/command-line.test.ts',
  'test/bin/start.test.ts',
  // What is built, and what is deployed: the CDK takes seconds to load, and more to make its templates.
  'test/cli/deployment.test.ts',
  'test/engine/browser.test.ts',
  'test/journeys/metrics.test.ts',
  'test/journeys/runtime-loop.test.ts',
  'test/local/http-api/template-routes.test.ts',
  'test/bin/build-*.test.ts',
  'test/bin/bundle-*.test.ts',
  'test/lib/**/*.test.ts',
];
