import '../kit/table.css';
import { useState } from 'react';
import { followLink } from '#src/client/router.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { ExportTool } from '../kit/ExportTool.tsx';
import { FilterBar } from '../kit/FilterBar.tsx';
import { Details } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { useList } from '../kit/use-list.ts';
import { ValuePicker } from '../reports/ValuePicker.tsx';
import { ACTIONS, AUDIT, auditPage, type Entry } from './audit-query.ts';

type Props = { search: string; timeZone: string };

/** The audit log: who did what to what, when, and from where. */
function AuditLog({ search, timeZone }: Props) {
  const t = useT();
  const list = useList(AUDIT, search);
  const { before, ...filter } = list.filter;
  const found = useCall(...auditPage(list.filter));
  const actions = useCall(ACTIONS, {}).data ?? [];
  const [open, setOpen] = useState<Entry | null>(null);
  const person = (name: 'userId' | 'subjectId', label: string) => ({
    ...{ name, label },
    control: (value: string | undefined, onChange: (value: string | undefined) => void) => (
      <ValuePicker entity="person" isSmall {...{ label, value, onChange }} />
    ),
  });
  // Another filter begins with the newest entry.
  const own = { ...list, filter, go: (change: Parameters<typeof list.go>[0]) => list.go(change) };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('auditlog:title')} hint={t('auditlog:intro')} />
      <FilterBar
        list={own}
        columns={[]}
        fields={[
          person('userId', t('auditlog:who')),
          person('subjectId', t('auditlog:about')),
          { name: 'action', label: t('auditlog:action'), options: actions.map(({ action, text }) => [action, text]) },
          { name: 'from', label: t('auditlog:from'), type: 'day' },
          { name: 'to', label: t('auditlog:to'), type: 'day' },
        ]}
        tools={(['xlsx', 'csv', 'html'] as const).map((format) => (
          <ExportTool
            key={format}
            call="POST /data/auth/audit/export"
            input={{ ...filter, format }}
            label={t(`auditlog:export.${format}`)}
          />
        ))}
      />
      <section
        className="paper overflow-hidden"
        aria-label={t('auditlog:title')}
        aria-busy={found.isPrevious || undefined}
      >
        <LoadState query={found} lines={8}>
          {({ list: entries }) =>
            entries.length === 0 ? (
              <EmptyState icon="shield" title={t('auditlog:empty')} hint={t('auditlog:emptyHint')} />
            ) : (
              <EntryTable {...{ entries, timeZone }} onOpen={setOpen} />
            )
          }
        </LoadState>
      </section>
      <nav
        className="flex items-center justify-between gap-3"
        aria-label={t('auditlog:title')}
        onClickCapture={followLink}
      >
        {before ? (
          <a className="btn btn-sm" href={list.link({ filter })}>
            {t('auditlog:newest')}
          </a>
        ) : (
          <span className="text-sm text-muted">{t('auditlog:signedHint')}</span>
        )}
        {found.data?.next && (
          <a className="btn btn-sm" href={list.link({ filter: { ...filter, before: found.data.next } })}>
            {t('auditlog:older')}
          </a>
        )}
      </nav>
      {open && <EntryPanel entry={open} timeZone={timeZone} link={list.link} onClose={() => setOpen(null)} />}
    </div>
  );
}

type TableProps = { entries: Entry[]; timeZone: string; onOpen: (entry: Entry) => void };

function EntryTable({ entries, timeZone, onOpen }: TableProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const heads = [t('auditlog:time'), t('auditlog:who'), t('auditlog:what'), t('auditlog:about'), t('auditlog:address')];
  return (
    <div className="kit-scroll">
      <table className="kit-table" aria-label={t('auditlog:title')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td data-label={t('auditlog:time')} className="tabular-nums">
                <time dateTime={entry.gmtCreate}>{dateTimeText(entry.gmtCreate, timeZone, locale)}</time>
              </td>
              <td data-label={t('auditlog:who')}>{entry.userName ?? t(`admin:history.by.${entry.by}`)}</td>
              <td data-label={t('auditlog:what')}>
                <button
                  type="button"
                  className="link-hover text-start text-primary"
                  disabled={!hydrated}
                  onClick={() => onOpen(entry)}
                >
                  {entry.text}
                </button>
              </td>
              <td data-label={t('auditlog:about')}>{entry.people.join(locale === 'zh' ? '、' : ', ') || '–'}</td>
              <td data-label={t('auditlog:address')} className="text-sm">
                {[entry.address, entry.place].filter(Boolean).join(' · ') || '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PanelProps = {
  entry: Entry;
  timeZone: string;
  link: (change: { filter: { subjectId: string } }) => string;
  onClose: () => void;
};

/** Everything about one entry: what was changed, and what else is stored. */
function EntryPanel({ entry, timeZone, link, onClose }: PanelProps) {
  const t = useT();
  const locale = useLocale();
  const { text, action, userName, by, gmtCreate, address, place, subjects, detail } = entry;
  return (
    <SidePanel title={t('auditlog:detailTitle')} onClose={onClose}>
      <p className="text-lg font-medium break-words">{text}</p>
      <p className="text-sm text-muted">
        {[userName ?? t(`admin:history.by.${by}`), dateTimeText(gmtCreate, timeZone, locale), address, place]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="text-sm text-muted">
        {t('auditlog:code')}: <code>{action}</code>
      </p>
      <Details entry={entry} timeZone={timeZone} />
      {subjects.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm" aria-label={t('auditlog:about')}>
          {subjects.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <span className="break-all">{name ?? `${t('auditlog:thing')} ${id}`}</span>
              <a className="link-hover text-primary" href={link({ filter: { subjectId: id } })}>
                {t('auditlog:onlyAbout')}
              </a>
            </li>
          ))}
        </ul>
      )}
      {detail && (
        <details>
          <summary className="cursor-pointer text-sm">{t('auditlog:stored')}</summary>
          <pre className="mt-2 overflow-x-auto rounded-field bg-base-200 p-3 text-sm">{detail}</pre>
        </details>
      )}
    </SidePanel>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AuditLog {...props} />
  </GivenContext>
));
