import { Stack, Text } from '@mantine/core';
import { lazyRouteComponent, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api.ts';
import { loadNamespaces } from '../locales/i18n.ts';
import { useOnlyAnswers } from './areas.ts';
import { useSignedIn } from './console-context.ts';
import { EmptyState, Failure, Rows } from './Loaded.tsx';
import { locationOf, tenantPath } from './navigation.ts';
import { PageLink, PageTitle } from './PageHeader.tsx';

const HomePage = lazyRouteComponent(async () => {
  const [HomePage] = await Promise.all([
    import('../features/home/HomePage.tsx').then((page) => page.HomePage),
    loadNamespaces(['home', 'reports']),
  ]);
  return { HomePage };
}, 'HomePage');

/** The home page, or the inbox for those who only answer visitors. */
export function StartPage() {
  const { session } = useSignedIn();
  const [onlyAnswers] = useOnlyAnswers();
  if (onlyAnswers) return <Navigate {...locationOf(tenantPath(session.tenantId, 'inbox'))} replace />;
  return (
    <Suspense fallback={<Rows />}>
      <HomePage />
    </Suspense>
  );
}

/** Leads addresses from before tenants were in them, and those that are typed by hand, to the user's tenant. */
export function ToOwnTenant() {
  const { session } = useSignedIn();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The address that it was opened at: while it is being left, the location is already the next one.
  const [from] = useState({ pathname, search });
  const { tenantId } = session;
  useEffect(() => {
    const path = from.pathname.replace(/^\/+|\/+$/g, '');
    void navigate({ to: `/${tenantPath(tenantId, path)}`, search: from.search, replace: true });
  }, [from, navigate, tenantId]);
  return null;
}

export function NoSuchPage() {
  const { t } = useTranslation('common');
  return (
    <Stack>
      <PageTitle>{t('noPage.title')}</PageTitle>
      <EmptyState>
        <Text>{t('noPage.why')}</Text>
        <PageLink path="">{t('noPage.goHome')}</PageLink>
      </EmptyState>
    </Stack>
  );
}

/** Catches errors of loading or rendering a page: the frame stays, and it can be retried. */
export function PageError() {
  const error = new ApiError(navigator.onLine ? 'outage' : 'offline');
  return <Failure error={error} onRetry={() => location.reload()} />;
}
