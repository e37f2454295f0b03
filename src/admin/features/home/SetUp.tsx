import { Button, Progress, Text, ThemeIcon } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { useRole } from '../../components/console-context.ts';
import { useGoTo } from '../../components/navigation.ts';
import { channelsQuery } from '../channels/queries.ts';
import { usersQuery } from '../settings/users/queries.ts';
import { widgetsQuery } from '../widgets/queries.ts';
import { HomeSection } from './HomeSection.tsx';

type StepId = 'flow' | 'publish' | 'widget' | 'channel' | 'team';

interface SetUpStep {
  readonly id: StepId;
  readonly isDone: boolean;
  /** The path of its page. */
  readonly path: string;
}

/** Lists what is left to set up, until all of it is done. */
export function SetUp() {
  const { t } = useTranslation('home');
  const goTo = useGoTo();
  const steps = useSteps();
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  if (!steps || done === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const progress = t('setUp.progress', { done, all: steps.length });
  return (
    <HomeSection title={t('setUp.title')} aside={<Text className="quiet">{progress}</Text>}>
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" aria-label={progress} />
      <ol className="set-up">
        {steps.map((step) => (
          <li key={step.id} data-done={step.isDone || undefined}>
            <ThemeIcon
              size={22}
              radius="xl"
              variant={step.isDone ? 'filled' : 'default'}
              color="green"
              aria-hidden
            >
              {step.isDone && <IconCheck size={14} stroke={2.5} />}
            </ThemeIcon>
            <span className="set-up-name">
              {t(`setUp.steps.${step.id}`)}
              {step.isDone && <span className="only-read"> ({t('setUp.done')})</span>}
            </span>
            {!step.isDone && (
              <Button
                variant={step === next ? 'filled' : 'default'}
                size="compact-md"
                aria-label={t(`setUp.steps.${step.id}`)}
                onClick={() => goTo(step.path)}
              >
                {t(`setUp.buttons.${step.id}`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </HomeSection>
  );
}

/** The steps that the role may do; null until it is known how far they are. */
function useSteps(): readonly SetUpStep[] | null {
  const { may } = useRole();
  const { flows, isRead } = useAllFlows();
  const widgets = useInfiniteQuery(widgetsQuery).data;
  const channels = useInfiniteQuery({ ...channelsQuery, enabled: may('channels:configure') }).data;
  const users = useInfiniteQuery({ ...usersQuery, enabled: may('users:manage') }).data;
  if (!isRead || !widgets) return null;
  const published = flows.some(({ live }) => live.version !== null);
  const [first] = flows;
  const steps: SetUpStep[] = [
    { id: 'flow', isDone: flows.length > 0, path: 'flows?new' },
    {
      id: 'publish',
      isDone: published,
      path: first ? `flows/${first.id}?publish` : 'flows',
    },
    { id: 'widget', isDone: widgets.length > 0, path: published ? 'widgets?new' : 'widgets' },
  ];
  if (channels) steps.push({ id: 'channel', isDone: channels.length > 0, path: 'channels' });
  if (users) steps.push({ id: 'team', isDone: users.length > 1, path: 'users?invite' });
  return steps;
}
