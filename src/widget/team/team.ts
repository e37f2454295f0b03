import { initialsOf } from '../../contract/initials.ts';
import type { VisitorHandoff } from '../../contract/poll.ts';
import type { PublishedWidget } from '../../contract/widget-settings.ts';
import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { face, h, setAttributes, setText } from '../view/dom.ts';
import { sentenceOf } from './hours-sentence.ts';
import { replyTimeSentence } from './reply-time.ts';
import { teamTexts } from './team-texts.ts';
import { whenOpen } from './when-open.ts';

/** Who replies. */
export interface Answering {
  readonly settings: PublishedWidget;
  readonly language: Language;
  readonly handoff: VisitorHandoff | null;
}

/** The line is in the header, below the title; the card of who waits stands where notices do. */
const sheet = sheetOf(`
.hours{display:flex;align-items:baseline;flex:0 0 100%;flex-wrap:wrap;gap:0 7px;margin:4px 0 0;font-size:13px;line-height:1.35;text-align:start;overflow-wrap:anywhere}
.hours [data-open]::before{content:'';display:inline-block;width:8px;height:8px;margin-inline-end:6px;border:1.5px solid currentColor;border-radius:50%}.hours [data-open=true]::before{background:currentColor}
.hours.one{display:block;margin:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.faces{display:flex;flex:none}.faces+.avatar{display:none}
.faces .face{width:34px;height:34px;font-size:12px;background:var(--on-brand);color:var(--brand);box-shadow:0 0 0 2px var(--brand)}.faces .face+.face{margin-inline-start:-6px}
.answered .notice:not(.alert){position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}
.queue:not(.alert){position:relative;display:flex;flex-direction:column;justify-content:center;margin:8px 12px 0;padding:11px 14px;padding-inline-start:64px;min-height:60px;border:1px solid var(--line);border-radius:16px;background:var(--bot);color:var(--text);text-align:start;text-wrap:wrap}
.queue::before,.queue::after{box-sizing:border-box}.queue:not(.alert)::before{content:attr(data-place);position:absolute;inset-inline-start:14px;top:calc(50% - 18px);display:grid;place-items:center;width:36px;height:36px;border-radius:50%;border:3px solid color-mix(in srgb,var(--accent) 25%,transparent);color:var(--accent);font-size:14px;font-weight:700;line-height:1}
.queue:not(.alert)::after{content:'';position:absolute;inset-inline-start:14px;top:calc(50% - 18px);width:36px;height:36px;border:3px solid transparent;border-top-color:var(--accent);border-radius:50%;animation:turn 1.6s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
.root.page .panel>.queue:not(.alert){margin-inline:max(12px,calc(50% - 384px));padding-inline:64px 14px}
.wait{margin:2px 0 0;color:var(--soft)}.alert .wait{display:none}
@media(forced-colors:active){.faces .face{border:1px solid CanvasText}}`);

const minuteMs = 60_000;

/**
 * Shows in the header who answers: the agent who has the conversation, else the team with its hours and its usual reply
 * time; and to who waits, their place in line. The hours are updated while the window is open.
 */
export function showTeam(panel: HTMLElement, answering: Answering): void {
  addSheet(panel, sheet);
  showFaces(panel, answering);
  showQueue(panel, answering);
  panel.querySelector('.hours')?.remove();
  const line = h('p', { class: 'hours' });
  const announce = () => {
    const parts = lineOf(answering);
    line.hidden = parts.length === 0;
    line.classList.toggle('one', parts.length === 1 && answering.handoff?.agent != null);
    // Only what has changed is written.
    if (line.textContent !== parts.map(({ text }) => text).join(''))
      line.replaceChildren(
        ...parts.map(({ text, isOpen }) => h('span', { 'data-open': isOpen, dir: 'auto' }, text)),
      );
  };
  announce();
  // An agent's name belongs to the title; of the team there is more to say.
  panel.querySelector(answering.handoff?.state === 'with_agent' ? '.about' : 'header')?.append(line);
  if (!answering.settings.opening_hours) return;
  const timer = setInterval(() => (line.isConnected ? announce() : clearInterval(timer)), minuteMs);
}

interface LinePart {
  readonly text: string;
  /** For opening hours. */
  readonly isOpen?: 'true' | 'false';
}

function lineOf({ settings, language, handoff }: Answering): readonly LinePart[] {
  if (handoff?.state === 'with_agent') return handoff.agent ? [{ text: handoff.agent.name }] : [];
  const { opening_hours: hours, time_zone: timeZone = 'UTC', team, reply_seconds: seconds } = settings;
  const nowMs = Date.now();
  const standing = hours ? whenOpen(hours, timeZone, nowMs) : null;
  const parts: LinePart[] = [];
  if (standing)
    parts.push({
      text: sentenceOf(standing, language, nowMs),
      isOpen: standing.isOpen ? 'true' : 'false',
    });
  // Nobody replies so soon outside of the hours, or while nobody is there.
  if (team && seconds !== undefined && standing?.isOpen !== false && !handoff?.unattended)
    parts.push({ text: replyTimeSentence(seconds, 'replies', language) });
  return parts;
}

function showFaces(panel: HTMLElement, { settings, language, handoff }: Answering): void {
  const agent = handoff?.state === 'with_agent' ? handoff.agent : null;
  const initials = agent ? [initialsOf(agent.name)] : (settings.team ?? []);
  const picture = panel.querySelector('.avatar');
  panel.querySelector('.faces')?.remove();
  if (initials.length === 0) return;
  const label = agent ? agent.name : inLanguage(teamTexts, language).team;
  picture?.before(h('span', { class: 'faces', role: 'img', 'aria-label': label }, ...initials.map(face)));
}

/** Makes a card of the notice of who waits. */
function showQueue(panel: HTMLElement, { settings, language, handoff }: Answering): void {
  const notice = panel.querySelector('.notice');
  if (!notice) return;
  const isWaiting = handoff !== null && handoff.state !== 'with_agent';
  const { position = null } = isWaiting ? handoff : {};
  notice.classList.toggle('queue', isWaiting);
  panel.classList.toggle('answered', handoff?.state === 'with_agent');
  const place = position === null ? '' : new Intl.NumberFormat(language.tag).format(position);
  setAttributes(notice, { 'data-place': place });
  // The usual wait is measured while agents are available.
  const seconds = handoff?.state === 'waiting' && !handoff.unattended ? settings.reply_seconds : undefined;
  const wait = notice.querySelector('.wait') ?? h('p', { class: 'wait' });
  if (seconds === undefined) {
    wait.remove();
    return;
  }
  setText(wait, replyTimeSentence(seconds, 'wait', language));
  if (!wait.isConnected) notice.append(wait);
}
