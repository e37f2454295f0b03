import { Alert, Stack } from '@mantine/core';
import { type FunctionComponent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { HomePage } from '../home/HomePage.tsx';
import { NoPermission, OtherTenant } from '../states/NoPermission.tsx';
import { useConsole, useRole } from './console-context.ts';
import { later } from './later.ts';
import { useOnlyAnswers } from './only-answers.ts';
import { PageLink } from './PageLink.tsx';
import { PageTitle } from './PageTitle.tsx';
import { type FoundPage, findPage, type PageChunk, placeOf } from './pages.ts';
import { navigate } from './use-path.ts';
import { useTenantPath } from './use-tenant-path.ts';

/** The page of an address, if this user may see it. */
export function Page({ path }: { readonly path: string }) {
  const { session, tenantId } = useConsole();
  const [onlyAnswers] = useOnlyAnswers();
  const found = findPage(path);
  if (tenantId !== session.tenantId && !session.roles.includes('super-admin'))
    return <OtherTenant tenantId={tenantId} />;
  if (path === '') return onlyAnswers ? <ToInbox /> : <HomePage />;
  if (found) return <Guarded {...found} place={placeOf(path)} />;
  return <NoSuchPage />;
}

/** Where somebody begins who only answers. */
function ToInbox() {
  const path = useTenantPath()('inbox');
  useEffect(() => navigate(path, { replace: true }), [path]);
  return null;
}

/** The same component for the same page: another would begin anew. */
const shown = new Map<PageChunk, FunctionComponent<Readonly<Record<string, string>>>>();

function shownBy(chunk: PageChunk) {
  const Shown = shown.get(chunk) ?? later(chunk);
  shown.set(chunk, Shown);
  return Shown;
}

function Guarded({
  chunk,
  area,
  capability,
  parameters,
  place,
}: FoundPage & {
  readonly place: string;
}) {
  const { t } = useTranslation('common');
  const { may } = useRole();
  if (!may(capability)) return <NoPermission page={t(`areas.${area}`)} capability={capability} />;
  const Shown = shownBy(chunk);
  return <Shown key={place} {...parameters} />;
}

function NoSuchPage() {
  const { t } = useTranslation('common');
  return (
    <Stack>
      <PageTitle>{t('noPage.title')}</PageTitle>
      <Alert color="red">
        {t('noPage.why')} <PageLink path="">{t('noPage.goHome')}</PageLink>
      </Alert>
    </Stack>
  );
}
