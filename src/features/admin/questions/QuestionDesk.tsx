import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { bankLink, bankView, type Filter, questionPage } from './bank-query.ts';
import { BulkBar } from './BulkBar.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { QuestionEditor } from './QuestionEditor.tsx';
import { QuestionFilter } from './QuestionFilter.tsx';
import { QuestionRow } from './QuestionRow.tsx';

type Props = { bankId: string; filter: Filter; page: number; timeZone: string };

/** The questions of a bank: search, edit in place, versions, bulk changes, import and export. */
function QuestionDesk({ bankId, filter, page, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const questions = useCall(...questionPage(bankId, filter, page));
  const bank = useCall(...bankView(bankId)).data!;
  const [chosen, setChosen] = useState<string[]>([]);
  const [open, setOpen] = useState<'new' | 'import' | 'export' | null>(null);
  const shown = questions.data?.list ?? [];
  const picked = chosen.filter((id) => shown.some((item) => item.id === id));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold break-words">{bank.title}</h1>
          <p className="mt-1 text-muted tabular-nums">{t('bank:questionCount', { count: bank.questionCount })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {(['import', 'export'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="btn border-base-300 bg-base-100"
              disabled={!hydrated}
              onClick={() => setOpen(each)}
            >
              <Icon name={each === 'import' ? 'upload' : 'download'} className="size-4" />
              {t(each === 'import' ? 'bank:import.open' : 'bank:export.open')}
            </button>
          ))}
          <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setOpen('new')}>
            <Icon name="plus" className="size-4" />
            {t('bank:newQuestion')}
          </button>
        </div>
      </header>
      {open === 'new' && (
        <div className="paper p-4 sm:p-6">
          <QuestionEditor bank={bank} question={null} onClose={() => setOpen(null)} />
        </div>
      )}
      <QuestionFilter bank={bank} filter={filter} />
      <PagedList
        label={t('bank:questions')}
        query={questions}
        keyOf={({ id }) => id}
        href={(to) => bankLink(locale, bankId, filter, to)}
        tools={
          <BulkBar
            bankId={bankId}
            all={shown.map(({ id }) => id)}
            chosen={picked}
            onChoose={setChosen}
            topics={bank.topics}
            tags={bank.tags}
          />
        }
        empty={
          <EmptyState
            icon="list"
            title={t(isFiltered ? 'bank:emptyFiltered' : 'bank:empty')}
            hint={t('bank:emptyHint')}
            action={isFiltered ? { href: bankLink(locale, bankId, {}), label: t('bank:showAll') } : undefined}
          />
        }
      >
        {(item) => (
          <QuestionRow
            item={item}
            bank={bank}
            timeZone={timeZone}
            isChosen={picked.includes(item.id)}
            onChoose={(isChosen) => setChosen(isChosen ? [...picked, item.id] : picked.filter((id) => id !== item.id))}
          />
        )}
      </PagedList>
      {open === 'import' && <ImportDialog bankId={bankId} onClose={() => setOpen(null)} />}
      {open === 'export' && (
        <ExportDialog bankId={bankId} filter={filter} isFiltered={isFiltered} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <QuestionDesk {...props} />
  </GivenContext>
));
