import { type ReactNode, useState } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText, dateTimeText } from '#src/lib/dates.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { SidePanel } from './SidePanel.tsx';

const HISTORY = 'POST /data/auth/history/page';
export type Entry = Data<typeof HISTORY>['list'][number];
export type Change = Entry['changes'][number];
/** A change in words; without values where only the name of the setting is known. */
export type ChangeText = { label: string; before?: string; after?: string };

type Props = {
  kind: OperationInput<typeof HISTORY>['kind'];
  id: string;
  timeZone: string;
  /** Says a change in words, where its settings are not those of members and certificates. */
  describe?: (change: Change) => ChangeText;
  /** A command for an entry, below it. */
  commandOf?: (entry: Entry) => ReactNode;
};

/** Who changed a thing and when, newest first: a part of a page, or of a panel. */
export function History({ kind, id, timeZone, describe, commandOf }: Props) {
  const t = useT();
  const [page, setPage] = useState(1);
  const entries = useCall(HISTORY, { kind, id, pageCurrent: page, pageSize: 20 });
  return (
    <LoadState query={entries} lines={6}>
      {({ list, totalPage }) =>
        list.length === 0 ? (
          <EmptyState icon="history" title={t('admin:history.none')} />
        ) : (
          <>
            <ol className="flex flex-col divide-y divide-base-300">
              {list.map((entry) => (
                <li key={entry.id} className="flex flex-col gap-1 py-3">
                  <EntryText entry={entry} timeZone={timeZone} describe={describe} />
                  {commandOf?.(entry)}
                </li>
              ))}
            </ol>
            <Pages pageCurrent={page} totalPage={totalPage} onGo={setPage} />
          </>
        )
      }
    </LoadState>
  );
}

/** What was done, by whom and when, and what was changed. */
function EntryText({ entry, timeZone, describe }: Pick<Props, 'timeZone' | 'describe'> & { entry: Entry }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <p className="font-medium break-words">{entry.text}</p>
      <p className="text-sm text-muted">
        {entry.userName ?? t(`admin:history.by.${entry.by}`)}
        {' · '}
        <time dateTime={entry.gmtCreate}>{dateTimeText(entry.gmtCreate, timeZone, locale)}</time>
      </p>
      <Details entry={entry} timeZone={timeZone} describe={describe} />
    </>
  );
}

/** The newest changes of a thing, for a form that they concern. @param count how many */
export function NewestChanges({ kind, id, timeZone, describe, count }: Props & { count: number }) {
  const entries = useCall(HISTORY, { kind, id, pageCurrent: 1, pageSize: count });
  return (
    <LoadState query={entries} lines={2}>
      {({ list }) => list.map((entry) => <EntryText key={entry.id} {...{ entry, timeZone, describe }} />)}
    </LoadState>
  );
}

type DetailsProps = Pick<Props, 'timeZone' | 'describe'> & {
  entry: Pick<Entry, 'people' | 'peopleCount' | 'reason' | 'changes'>;
};

/** Whom an entry concerns, why it was done, and what was changed. */
export function Details({ entry, timeZone, describe }: DetailsProps) {
  const t = useT();
  const locale = useLocale();
  const { people, peopleCount, reason, changes } = entry;
  const say = describe ?? ((change: Change) => changeText(change, t, locale, timeZone));
  const names = people.join(locale === 'zh' ? '、' : ', ');
  return (
    <>
      {people.length > 0 && (
        <p className="text-sm break-words">
          {people.length < peopleCount
            ? t('admin:history.morePeople', { names, count: peopleCount })
            : t('admin:history.people', { names })}
        </p>
      )}
      {reason && <p className="text-sm break-words whitespace-pre-line">{t('admin:history.reason', { reason })}</p>}
      {changes.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          {changes.map((change) => (
            <li key={change.name} className="break-words">
              <ChangeLine {...say(change)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ChangeLine({ label, before, after }: ChangeText) {
  const t = useT();
  if (before === undefined && after === undefined) return label;
  const shown = (text: string) => text || <span className="text-muted">{t('admin:conflict.empty')}</span>;
  return (
    <>
      {t('admin:history.change', { label })}{' '}
      {before !== undefined && (
        <>
          <span className="sr-only">{t('admin:history.from')}</span>
          <del className="text-muted no-underline">{shown(before)}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <span className="sr-only">{t('admin:history.to')}</span>
      <ins className="font-medium no-underline">{shown(after ?? '')}</ins>
    </>
  );
}

/** Changes of members and certificates. A setting without a text is shown with its name. */
function changeText(change: Change, t: Translate, locale: Locale, timeZone: string): ChangeText {
  const { name, before, after } = change;
  const key = `admin:history.field.${name}`;
  const label = t(key);
  // Ids say nothing; their names may be others by now.
  if ([before, after].some((value) => typeof value === 'string' && isUuid(value)))
    return { label: label === key ? name : label };
  const text = (value: Change['after']) => {
    if (value === null) return '';
    if (typeof value === 'boolean') return t(value ? 'admin:history.yes' : 'admin:history.no');
    if (name === 'userType') return t(`enum:userType.${value}`);
    return name === 'expireTime' || name === 'issueTime' ? dateText(String(value), timeZone, locale) : String(value);
  };
  return {
    label: label === key ? name : label,
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  };
}

type ButtonProps = Omit<Props, 'commandOf'> & {
  /** Name of the thing. */
  name: string;
  /** In a row of a table. */
  isIcon?: boolean;
  /** Among small buttons. */
  isSmall?: boolean;
  /** As in the history. @param close closes its panel */
  commandOf?: (entry: Entry, close: () => void) => ReactNode;
};

/** A button that opens the history of a thing. */
export function HistoryButton({ name, isIcon, isSmall, commandOf, ...props }: ButtonProps) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const title = t('admin:history.of', { name });
  const close = () => setOpen(false);
  const open = () => {
    // What was done on this page since it was opened last.
    invalidate(HISTORY);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={isIcon ? 'btn btn-square btn-ghost btn-sm' : `btn btn-ghost ${isSmall ? 'btn-sm font-normal' : ''}`}
        aria-label={isIcon ? title : undefined}
        title={isIcon ? t('admin:history.title') : undefined}
        disabled={!hydrated}
        onClick={open}
      >
        <Icon name="history" className="size-4" />
        {!isIcon && t('admin:history.title')}
      </button>
      {isOpen && (
        <SidePanel title={title} onClose={close}>
          <History {...props} commandOf={commandOf && ((entry) => commandOf(entry, close))} />
        </SidePanel>
      )}
    </>
  );
}
