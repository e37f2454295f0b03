import type { TenantFolder } from '../domain/tenant-folder.ts';
import type { Mail } from '../ports/mails.ts';
import type { AwsServicesOptions } from './aws/aws-services.ts';
import type { HostedUiOptions } from './hosted-ui/start-hosted-ui.ts';
import type { Page, ThrottleLimits } from './http-api/http-api.ts';
import type { Report, StartFunctions } from './lambda/functions.ts';

/** The options of the local stack. */
export interface StackOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The data folder; without it, everything is in memory. */
  readonly dataDir?: string;
  /** How the functions run: `environments`, except in tests that replace parts of them. */
  readonly functions: StartFunctions;
  /** Settings that win over the stack's own; a service whose `AWS_ENDPOINT_URL_…` is among them is not started. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the channels' accounts send their replies. */
  readonly providerUrl?: string;
  readonly pages?: Readonly<Record<string, Page>>;
  readonly hostedUi?: Partial<HostedUiOptions>;
  /** Receives the user pool's mails, in addition to the mails page. */
  readonly sendMail?: (mail: Mail) => void;
  /** False leaves the directory empty. */
  readonly demo?: boolean;
  /** Changes a demo tenant before it is applied. */
  readonly changeTenant?: (folder: TenantFolder) => TenantFolder;
  /** The embedded queues' clock, quota and choices, where a test is about them. */
  readonly queues?: AwsServicesOptions['queues'];
  /** False leaves the queue and the schedule to `drain` and `tick`. */
  readonly background: boolean;
  /** The HTTP API's throttle; AWS's own of an account without it. */
  readonly throttle?: ThrottleLimits;
  /** Receives failures that no client sees; default: the console. */
  readonly report?: Report;
}
