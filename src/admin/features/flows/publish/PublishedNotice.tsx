import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../../components/navigation.ts';

/** What was just done, as the address tells. */
export function PublishedNotice() {
  const { t } = useTranslation('flows');
  const [search] = useSearch();
  const version = Number(search.get('published'));
  const percent = Number(search.get('percent'));
  const back = Number(search.get('rolled-back'));
  return (
    <div role="status" className="notice">
      {version > 0 && (
        <Text className="good">
          {percent ? t('publish.doneCanary', { version, percent }) : t('publish.done', { version })}
        </Text>
      )}
      {back > 0 && <Text className="good">{t('rollback.done', { version: back })}</Text>}
    </div>
  );
}
