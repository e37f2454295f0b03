import { Stack, Text } from '@mantine/core';
import { versionDetail } from '../../../contract/admin/flows.ts';
import { useQuery } from '../../api/use-query.ts';
import { PageLink } from '../../app/PageLink.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Loaded } from '../../states/Loaded.tsx';
import { useTexts } from '../../texts/texts.ts';
import { FlowView } from '../view/FlowView.tsx';

/** A version as it was published. */
export function VersionPage({
  flowId = '',
  version = '',
}: {
  readonly flowId?: string;
  readonly version?: string;
}) {
  const { flows } = useTexts();
  const path = `/flows/${encodeURIComponent(flowId)}/versions/${encodeURIComponent(version)}`;
  const query = useQuery(path, versionDetail);
  const title = `${flowId} ${flows.version(Number(version))}`;
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <PageLink path={`flows/${flowId}/versions`}>{flows.versions}</PageLink>
      <Loaded query={query} what={title}>
        {({ definition, layout, note, version: number }) => (
          <Stack>
            <Text className="quiet">{flows.shownVersion(number)}</Text>
            {note !== null && (
              <Text>
                <bdi>{note}</bdi>
              </Text>
            )}
            <FlowView definition={definition} layout={layout} title={title} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
