import { useTranslation } from 'react-i18next';

const shown = ['a', 'b', 'c', 'd', 'e'];

/** Grey rows where a list or a form is about to be; nothing at all in the first 300 ms. */
export function Rows() {
  const { t } = useTranslation('common');
  return (
    <div className="rows-to-come" role="status" aria-label={t('loading')}>
      {shown.map((row) => (
        <div key={row} className="row-to-come" />
      ))}
    </div>
  );
}
