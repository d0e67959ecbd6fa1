import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { T } from '#src/i18n/server.ts';
import type { AuditedChange } from '#src/server/core/audit.ts';

/** An entry of the audit log as it is stored, with names. */
export type EntryRow = {
  id: string;
  gmtCreate: string;
  action: string;
  detail: Record<string, unknown> | null;
  userName: string | null;
  people: string[];
  peopleCount: number;
};

/** An entry in the language of the reader: what was done, and what was changed. */
export function shownEntry<R extends EntryRow>({ gmtCreate, detail, ...row }: R, t: T) {
  const by = ['operator', 'import'].find((each) => each === detail?.['by']) as 'operator' | 'import' | undefined;
  return {
    ...row,
    gmtCreate: new Date(gmtCreate),
    text: textOf(row.action, detail ?? {}, t),
    // The entry of a command or an import names the member whom it concerns.
    by: by ?? (row.userName === null ? ('portal' as const) : ('member' as const)),
    userName: by ? null : row.userName,
    reason: typeof detail?.['reason'] === 'string' ? detail['reason'] : null,
    changes: changesOf(row.action, detail ?? {}).slice(0, MAX_ITEMS.historyChanges),
  };
}

/** What an action means. An action without a text is shown with its name. */
export function textOf(action: string, { flowType, ...detail }: Record<string, unknown>, t: T): string {
  const values = Object.fromEntries(
    Object.entries(detail).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  );
  const key = `history:action.${action}`;
  const text = t(key, { ...values, flow: typeof flowType === 'string' ? t(`flow:type.${flowType}`) : '' });
  return text === key || text === key.replace('history:', '') ? t('history:otherAction', { action }) : text;
}

/** The changed values that a detail names: as `changes`, or, where they are few, in a form of its own. */
function changesOf(
  action: string,
  { changes, former, before, after, from, to, changed }: Record<string, unknown>,
): (AuditedChange & { isKept?: boolean })[] {
  if (Array.isArray(changes))
    return (changes as AuditedChange[]).map((change) =>
      isRecord(former) && change.name in former ? { ...change, isKept: true } : change,
    );
  if (isRecord(after)) {
    const earlier = isRecord(before) ? before : {};
    return Object.keys(after)
      .filter((name) => earlier[name] !== after[name])
      .map((name) => ({ name, before: earlier[name] ?? null, after: after[name] ?? null }));
  }
  // `phone.changed` and `email.changed`.
  if (to !== undefined)
    return [{ name: action.split('.')[0]!, before: from as string | null, after: to as string | null }];
  return Array.isArray(changed) ? (changed as string[]).map((name) => ({ name })) : [];
}

const isRecord = (value: unknown): value is Record<string, string | number | boolean> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
