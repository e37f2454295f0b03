import {
  checkOrigin,
  findActiveTenant,
  findWidget,
  type KnownCaller,
} from '../../channels/webchat-http/verify.ts';
import { fileTypeNames } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { queueRulesOf } from '../../contract/queues.ts';
import type { PublishedWidget } from '../../contract/widget-settings.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { AnsweringTeam } from '../../ports/runs.ts';
import { type EffectiveRules, effectiveRules } from '../files/take-upload.ts';
import type { Gateway } from '../gateway.ts';

export interface WidgetSettingsRequest {
  readonly tenantId: string | undefined;
  /** The tenant's default widget without it. */
  readonly widgetId: string | undefined;
  readonly origin: string | undefined;
  readonly caller: KnownCaller;
}

/**
 * Returns a widget's appearance and accepted files, for allowed pages.
 * @throws `missing_tenant`, TenantNotFoundError, `widget_not_found`, `origin_not_allowed`
 * @see docs/widget.md
 */
export async function readWidgetSettings(
  gateway: Pick<Gateway, 'directory' | 'sightings' | 'answeringTeams' | 'log'>,
  { tenantId, widgetId, origin, caller }: WidgetSettingsRequest,
): Promise<PublishedWidget> {
  if (!tenantId) throw new GatewayError('missing_tenant');
  caller.tenantId = tenantId;
  const tenant = await findActiveTenant(gateway, tenantId);
  caller.tenant = tenant;
  const widget = await findWidget(gateway, tenant, widgetId);
  caller.widget = widget;
  checkOrigin(widget, origin);
  const seen = { tenantId, widgetId: widget.id };
  await gateway.sightings
    .note(seen, tenant.retention_days ?? limits.logRetentionDays)
    .catch((error: unknown) => gateway.log.error('widget seen but not noted', error, seen));
  const team = await gateway.answeringTeams.find(tenantId).catch((error: unknown) => {
    gateway.log.error('who answers could not be read', error, seen);
    return null;
  });
  const { show_hours: queue, opening_hours: own, ...appearance } = widget.appearance ?? {};
  const hours = queue === undefined ? own : queueRulesOf(tenant, queue).hours;
  return {
    ...appearance,
    ...(team && publishedTeam(team, appearance.show_team === true)),
    ...(hours && { opening_hours: hours, time_zone: tenant.time_zone ?? 'UTC' }),
    ...publishedUploads(effectiveRules(tenant.uploads, widget.uploads)),
  };
}

function publishedTeam(
  { initials, replyMs }: AnsweringTeam,
  isShown: boolean,
): Pick<PublishedWidget, 'team' | 'reply_seconds'> {
  return {
    ...(isShown && initials.length > 0 && { team: [...initials] }),
    ...(replyMs !== null && { reply_seconds: Math.round(replyMs / 1000) }),
  };
}

function publishedUploads({ enabled, maxBytes, types }: EffectiveRules): Pick<PublishedWidget, 'uploads'> {
  if (!enabled || types.length === 0) return {};
  const isNarrowed = types.length < fileTypeNames.length;
  return { uploads: { maxBytes, ...(isNarrowed && { types: [...types] }) } };
}
