import { type AwsClients, createPatientAwsClients } from '../../src/aws/clients.ts';

/** SDK clients of services at the addresses given, by the SDK's name of each. */
export function localClients(endpoints: Readonly<Record<string, string>>): AwsClients {
  const urls = Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]);
  return createPatientAwsClients({
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...Object.fromEntries(urls),
  });
}
