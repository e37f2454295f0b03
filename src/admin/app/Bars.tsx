import { useTexts } from '../texts/texts.ts';
import { useConsole } from './console-context.ts';
import { useOnline } from './use-online.ts';
import { navigate } from './use-path.ts';
import { tenantPath } from './use-tenant-path.ts';

/** What holds for all pages just now: no line, or another tenant's data. */
export function Bars() {
  const { frame, states } = useTexts();
  const { session, tenantId } = useConsole();
  const isOnline = useOnline();
  return (
    <>
      {tenantId !== session.tenantId && session.roles.includes('super-admin') && (
        <aside className="bar bar-tenant" aria-label={frame.workingIn(tenantId)}>
          {frame.workingIn(tenantId)}
          <button
            type="button"
            className="bar-action"
            onClick={() => navigate(tenantPath(session.tenantId, ''))}
          >
            {frame.backTo(session.tenantId)}
          </button>
        </aside>
      )}
      <div role="status">{!isOnline && <p className="bar">{states.offline}</p>}</div>
    </>
  );
}
