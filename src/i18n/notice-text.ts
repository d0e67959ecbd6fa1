import type { Translate } from './format.ts';

/** What the text of a notice is made from. */
type Notice = { kind: string; detail: Record<string, string | number> };

/** What happened. Authors of anonymous posts have no name, comments have no title. */
export function noticeText(t: Translate, { kind, detail }: Notice): string {
  const title = String(detail.title || t('notice:comment'));
  const userName = String(detail.userName || t('notice:someone'));
  if (kind === 'moderated') return t(`notice:moderated.${detail.action}`, { title });
  if (kind === 'appealDecided') return t(`notice:appealDecided.${detail.accepted}`, { title });
  if (kind === 'certificate') return t(`notice:certificate.${detail.change}`, { title });
  if (kind === 'requestDecided') return t(`notice:requestDecided.${detail.outcome}`, { title });
  if (kind === 'task') return t(`notice:task.${detail.event}`, { title, end: String(detail.end) });
  if (kind === 'coaching') return t(`notice:coaching.${detail.event}`, { ...detail, title, userName });
  if (kind === 'export') return t(`notice:export.${detail.event}`, { title });
  if (kind === 'import') return t(`notice:import.${detail.event}`, { title });
  if (kind === 'live') return t(`notice:live.${detail.event}`, { title, time: String(detail.time ?? '') });
  if (kind === 'digest') return t('notice:kind.digest', { count: Number(detail.total) });
  return t(`notice:kind.${kind}`, { ...detail, title, userName });
}

/** More about it: the titles of a digest, the reason of a decision. Empty: nothing. */
export function noticeMore(t: Translate, { kind, detail }: Notice): string {
  if (kind === 'digest') return String(detail.titles);
  return detail.reason ? t('notice:reason', { reason: detail.reason }) : '';
}
