import { Code, Stack, Text } from '@mantine/core';
import type { DraftValidation } from '../../../contract/admin/flows.ts';
import { useTexts } from '../../texts/texts.ts';

type Fault = DraftValidation['faults'][number];

/** What speaks for and against publishing a draft, in the service's words. */
export function Gate({ validation }: { readonly validation: DraftValidation }) {
  const { publish } = useTexts().flows;
  const { faults, warnings, scripts } = validation;
  const failed = scripts.filter(({ ok }) => !ok);
  return (
    <Stack gap="xs" role="status">
      {faults.length > 0 ? (
        <>
          <Text className="bad" fw={600}>
            {publish.faults}
          </Text>
          <Faults faults={faults} />
        </>
      ) : (
        <Text className="good">{publish.valid}</Text>
      )}
      {faults.length === 0 && <Scripts all={scripts.length} failed={failed} />}
      {warnings.length > 0 && (
        <>
          <Text className="warn" fw={600}>
            {publish.warnings}
          </Text>
          <Faults faults={warnings} />
        </>
      )}
    </Stack>
  );
}

function Scripts({ all, failed }: { readonly all: number; readonly failed: DraftValidation['scripts'] }) {
  const { publish } = useTexts().flows;
  if (all === 0) return <Text className="warn">{publish.noScripts}</Text>;
  if (failed.length === 0) return <Text className="good">{publish.scriptsPass(all)}</Text>;
  const faults = failed.map(({ title, message = '' }) => ({ path: title, message }));
  return (
    <>
      <Text className="bad" fw={600}>
        {publish.scriptsFail(failed.length, all)}
      </Text>
      <Faults faults={faults} />
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul className="faults" lang="en" dir="ltr">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Code>{path}</Code> {message}
        </li>
      ))}
    </ul>
  );
}
