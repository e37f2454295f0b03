import type { TenantFolder } from './tenant-folder.ts';

/** What files of a tenant's folder say of each other that is not so; a line each. @see design 6 */
export function findFolderFaults({ tenant, widgets, channels, flows, secrets }: TenantFolder): string[] {
  const flowIds = new Set(flows.map(({ id }) => id));
  const secretOf = (owner: string, role: string, name: string) =>
    secrets[name] ? [] : [`${owner}: ${role} names the secret ${name}, which has no value`];
  const unknownFlow = (owner: string, flow: string) =>
    flowIds.has(flow) ? [] : [`${owner}: there is no flow ${flow}`];
  return [
    ...doubled(widgets.map(({ id }) => `widget ${id}`)),
    ...doubled(channels.map(({ channel, id }) => `channel ${channel} ${id}`)),
    ...doubled(flows.map(({ id, version }) => `flow ${id} version ${version}`)),
    ...(tenant.default_widget === undefined || widgets.some(({ id }) => id === tenant.default_widget)
      ? []
      : [`tenant.json: default_widget: there is no widget ${tenant.default_widget}`]),
    ...widgets.flatMap(({ id, flow, signing_secret }) => [
      ...unknownFlow(`widget ${id}`, flow),
      ...(signing_secret === undefined ? [] : secretOf(`widget ${id}`, 'signing_secret', signing_secret)),
    ]),
    ...channels.flatMap((account) => [
      ...unknownFlow(`channel ${account.id}`, account.flow),
      ...Object.entries(account.secrets ?? {}).flatMap(([role, name]) =>
        secretOf(`channel ${account.id}`, role, name),
      ),
    ]),
  ];
}

function doubled(names: readonly string[]): string[] {
  return names.filter((name, n) => names.indexOf(name) !== n).map((name) => `${name}: is there twice`);
}
