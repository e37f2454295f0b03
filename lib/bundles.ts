import { join, parse } from 'node:path';

/** The Lambda bundles: each name is a folder under the output directory, each value its entry. @see design 5.1 */
export const bundles = {
  'web-chat': 'src/lambda/web-chat.ts',
  poll: 'src/lambda/poll.ts',
  gateway: 'src/handler.ts',
  files: 'src/lambda/files.ts',
  runs: 'src/lambda/runs.ts',
  'auth-bff': 'src/lambda/auth-bff.ts',
  admin: 'src/lambda/admin.ts',
  'admin-users': 'src/lambda/admin-users.ts',
  'admin-people': 'src/lambda/admin-people.ts',
  'user-sync': 'src/lambda/user-sync.ts',
  'admin-desk': 'src/lambda/admin-desk.ts',
  service: 'src/lambda/service.ts',
  'test-chat': 'src/lambda/test-chat.ts',
  'pre-token': 'src/lambda/pre-token.ts',
  visitor: 'src/lambda/visitor.ts',
} as const;
export type BundleName = keyof typeof bundles;

/** The folder of the function bundles, relative to the repository. */
export const bundleRoot = 'dist/lambda';

/** The folder of the console's build. */
export const adminRoot = 'dist/admin';

/** The folder of the widget's build. */
export const widgetRoot = 'dist/widget';

/** The folder of the documentation's build. */
export const docsRoot = 'dist/docs';

/** The widget's folder of releases. A deployment adds one and deletes none. */
export const widgetReleases = 'releases';

/** The widget's file that names the current release. */
/** Of the widget's: the files of the page of test links. */
export const testPageFolder = 'test';

export const widgetReleaseFile = 'release.json';

/** `.cjs`, since the repository is of type module; Lambda's Node runtime takes it as `index.handler` all the same. */
export const bundleFile = 'index.cjs';

/** Bundles whose environments wait for their connections before the first event. */
const starting: readonly BundleName[] = ['web-chat', 'poll', 'gateway'];

/** Lies beside those: Lambda waits for what a module waits for, and for no bundle that is required. */
export const startFile = 'start.mjs';

export const hasStart = (name: BundleName): boolean => starting.includes(name);

/** The handler that Lambda calls. */
export const lambdaHandler = (name: BundleName): string =>
  `${parse(hasStart(name) ? startFile : bundleFile).name}.handler`;

/** The folder that is deployed as one function's code. */
export function bundleFolder(name: BundleName, root = bundleRoot): string {
  return join(root, name);
}
