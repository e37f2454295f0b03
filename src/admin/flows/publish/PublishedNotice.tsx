import { Text } from '@mantine/core';
import { useSearch } from '../../app/use-path.ts';
import { useTexts } from '../../texts/texts.ts';

/** What was just done, as the address tells. */
export function PublishedNotice() {
  const { publish, rollback } = useTexts().flows;
  const [search] = useSearch();
  const version = Number(search.get('published'));
  const percent = Number(search.get('percent'));
  const back = Number(search.get('rolled-back'));
  return (
    <div role="status" className="notice">
      {version > 0 && (
        <Text className="good">{percent ? publish.doneCanary(version, percent) : publish.done(version)}</Text>
      )}
      {back > 0 && <Text className="good">{rollback.done(back)}</Text>}
    </div>
  );
}
