import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from './at-desk.ts';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';
import { Dialog } from './Dialog.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { useListedAreas, useOnlyAnswers } from './only-answers.ts';
import { PageLink } from './PageLink.tsx';
import { usePath } from './use-path.ts';

/** How many links the bar at the foot of a narrow page holds; the others are behind More. */
const inBar = 4;

/** What the role may see: a rail, or on a narrow page a bar at its foot. */
export function Navigation({ account }: { readonly account: ReactNode }) {
  const { t } = useTranslation('common');
  const [onlyAnswers, chooseOnlyAnswers] = useOnlyAnswers();
  const isAtInbox = /^t\/[^/]+\/inbox/.test(usePath());
  const areas = useListedAreas().map((area) => ({ path: area as string, name: t(`areas.${area}`) }));
  const links = onlyAnswers ? areas : [{ path: '', name: t('home') }, ...areas];
  const choice = (onlyAnswers || isAtInbox) && (
    <button type="button" className="text-button" onClick={() => chooseOnlyAnswers(!onlyAnswers)}>
      {onlyAnswers ? t('showAll') : t('onlyAnswers')}
    </button>
  );
  return (
    <nav aria-label={t('navigation')} className="navigation">
      <ul>
        {links.map(({ path, name }, n) => (
          <li key={path} className={n < inBar ? undefined : 'not-in-bar'}>
            <PageLink path={path} isArea>
              {name}
              {path === 'inbox' && <Waiting />}
            </PageLink>
          </li>
        ))}
        {choice && <li className={onlyAnswers ? 'rail-choice' : 'rail-choice not-in-bar'}>{choice}</li>}
      </ul>
      <More account={account} links={links.slice(inBar)} choice={onlyAnswers ? null : choice} />
    </nav>
  );
}

/** How many visitors wait for a human. */
function Waiting() {
  const { t } = useTranslation('common');
  const count = useWaiting();
  if (count === 0) return null;
  return (
    <span className="rail-count">
      {count} <span className="only-read">{t('waiting')}</span>
    </span>
  );
}

function More({
  account,
  links,
  choice,
}: {
  readonly account: ReactNode;
  readonly links: readonly { readonly path: string; readonly name: string }[];
  /** That one only answers, where there is no room for it in the bar. */
  readonly choice: ReactNode;
}) {
  const { t } = useTranslation('common');
  const path = usePath();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // A link that was followed closes it.
  useEffect(() => setOpenAt((at) => (at === path ? at : null)), [path]);
  const close = () => setOpenAt(null);
  return (
    <>
      <button type="button" className="more" aria-haspopup="dialog" onClick={() => setOpenAt(path)}>
        {t('more')}
      </button>
      {openAt !== null && (
        <Dialog title={t('more')} onClose={close}>
          <Stack gap="xs" className="more-links">
            {links.map((link) => (
              <PageLink key={link.path} path={link.path} isArea>
                {link.name}
              </PageLink>
            ))}
            {choice}
            {account}
            <LanguageChoice />
            <ColorSchemeButton />
            <button type="button" className="text-button" onClick={close}>
              {t('close')}
            </button>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
