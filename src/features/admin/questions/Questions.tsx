import { useState } from 'react';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import {
  bankView,
  calledFilter,
  DIFFICULTIES,
  type Item,
  type QuestionFilter,
  questionPage,
  questionsOf,
  TYPES,
} from './bank-query.ts';
import { BulkCommands, RestoreCommand, restoreQuestions } from './BulkCommands.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useColumns } from './question-columns.tsx';
import { EditPanel, VersionPanel } from './QuestionPanels.tsx';
import { Similar } from './similar/Similar.tsx';
import { type ReadyFile, SavedFile } from '../kit/SavedFile.tsx';

type Props = { bankId: string; search: string; timeZone: string };
type Open = { what: 'new' | 'import' | 'export' } | { what: 'edit' | 'copy' | 'versions'; item: Item };

/** The questions of a bank: search, edit in a panel, versions, bulk changes, import and export. */
function Questions({ bankId, search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(questionsOf(bankId), search);
  const questions = useCall(...questionPage(bankId, list));
  const bank = useCall(...bankView(bankId)).data!;
  const [open, setOpen] = useState<Open | null>(null);
  /** Questions with changes that were not saved, as far as they were opened here. */
  const [unsaved, setUnsaved] = useState<Record<string, boolean>>({});
  /** What was just stored: questions that are similar to it are shown. */
  const [stored, setStored] = useState<string[]>([]);
  const columns = useColumns(timeZone, (id) => unsaved[id] ?? false);
  const close = () => setOpen(null);
  const isDeleted = list.filter.state === 'deleted';
  const restore = useAction(async (id: string) => {
    await restoreQuestions({ ids: [id] });
    notify(t('bank:bulk.restored', { count: 1 }), 'success');
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={bank.title} hint={t('bank:questionCount', { count: bank.questionCount })}>
        <HistoryButton kind="questionBank" id={bankId} name={bank.title} timeZone={timeZone} />
        {(['grid', 'similar'] as const).map((page) => (
          <a
            key={page}
            className="btn border-base-300 bg-base-100"
            href={href(locale, `/admin/questions/${bankId}/${page}`)}
          >
            <Icon name={page === 'grid' ? 'grid' : 'search'} className="size-4" />
            {t(page === 'grid' ? 'bank:grid.open' : 'bank:similar.title')}
          </a>
        ))}
        {(['import', 'export'] as const).map((what) => (
          <button
            key={what}
            type="button"
            className="btn border-base-300 bg-base-100"
            disabled={!hydrated}
            onClick={() => setOpen({ what })}
          >
            <Icon name={what === 'import' ? 'upload' : 'download'} className="size-4" />
            {t(what === 'import' ? 'bank:import.open' : 'bank:export.open')}
          </button>
        ))}
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setOpen({ what: 'new' })}>
          <Icon name="plus" className="size-4" />
          {t('bank:newQuestion')}
        </button>
      </PageHead>
      {stored.length > 0 && <Similar key={stored[0]} bankId={bankId} ids={stored} onClose={() => setStored([])} />}
      <Table
        label={t('bank:questions')}
        list={list}
        query={questions}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('bank:keyword')}
        filters={[
          { name: 'type', label: t('bank:type'), options: TYPES.map((type) => [type, t(`enum:questionType.${type}`)]) },
          {
            name: 'difficulty',
            label: t('bank:difficulty'),
            options: DIFFICULTIES.map((each) => [String(each), t(`enum:difficulty.${each}`)]),
          },
          { name: 'topic', label: t('bank:topic'), options: bank.topics.map((topic) => [topic, topic]) },
          { name: 'tag', label: t('bank:tag'), options: bank.tags.map((tag) => [tag, tag]) },
          {
            name: 'state',
            label: t('bank:state'),
            options: [
              ['published', t('bank:published')],
              ['withdrawn', t('bank:withdrawn')],
              ['deleted', t('editing:state.deleted')],
            ],
          },
        ]}
        empty={<EmptyState icon="list" title={t('bank:empty')} hint={t('bank:emptyHint')} />}
        selection={{
          nameOf: ({ code }) => code,
          commands: (selected, clear) =>
            isDeleted ? (
              <RestoreCommand bankId={bankId} selected={selected} onDone={clear} />
            ) : (
              <BulkCommands bankId={bankId} selected={selected} onDone={clear} topics={bank.topics} tags={bank.tags} />
            ),
        }}
        actions={(item) =>
          isDeleted ? (
            <RowCommand label={t('editing:action.restore')} name={item.code} onRun={() => void restore.run(item.id)} />
          ) : (
            <>
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={!hydrated}
                aria-label={t('bank:editNamed', { code: item.code })}
                onClick={() => setOpen({ what: 'edit', item })}
              >
                <Icon name="edit" className="size-4" />
                {t('bank:edit')}
              </button>
              <RowCommand label={t('bank:duplicate')} name={item.code} onRun={() => setOpen({ what: 'copy', item })} />
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={!hydrated}
                onClick={() => setOpen({ what: 'versions', item })}
              >
                <Icon name="clock" className="size-4" />
                {t('bank:versionCount', { count: item.version })}
                <span className="sr-only"> · {item.code}</span>
              </button>
            </>
          )
        }
      />
      {(open?.what === 'new' || open?.what === 'edit' || open?.what === 'copy') && (
        <EditPanel
          bank={bank}
          item={'item' in open ? open.item : null}
          isCopy={open.what === 'copy'}
          timeZone={timeZone}
          onUnsaved={(id, isUnsaved) => setUnsaved((before) => ({ ...before, [id]: isUnsaved }))}
          onStored={(id) => setStored([id])}
          onClose={close}
        />
      )}
      {open?.what === 'versions' && <VersionPanel item={open.item} timeZone={timeZone} onClose={close} />}
      {open?.what === 'import' && <ImportDialog bankId={bankId} onStored={setStored} onClose={close} />}
      {open?.what === 'export' && <ExportDialog bankId={bankId} filter={list.filter} onClose={close} />}
    </div>
  );
}

export default island(({ given, languages, ...props }: Props & { given: Given; languages: readonly Locale[] }) => (
  <GivenContext value={given}>
    <OfferedContext value={languages}>
      <Questions {...props} />
    </OfferedContext>
  </GivenContext>
));

type ExportDialogProps = { bankId: string; filter: Partial<QuestionFilter>; onClose: () => void };
const FORMATS = ['xlsx', 'qti', 'moodle', 'gift'] as const;

/** Exports the questions of the list in a format that can be imported again. */
function ExportDialog({ bankId, filter, onClose }: ExportDialogProps) {
  const t = useT();
  const [file, setFile] = useState<ReadyFile | null>(null);
  const { run, isPending } = useAction(async (format: (typeof FORMATS)[number]) => {
    setFile(null);
    setFile(await api('POST /exam/auth/question/download', { ...calledFilter(bankId, filter), format }));
  });
  return (
    <ActionDialog title={t('bank:export.open')} onClose={onClose}>
      <p>{t(Object.keys(filter).length > 0 ? 'bank:export.introFiltered' : 'bank:export.intro')}</p>
      <div className="flex flex-wrap gap-2">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="btn border-base-300 bg-base-100"
            aria-disabled={isPending}
            onClick={() => void run(format)}
          >
            {t(`bank:export.${format}`)}
          </button>
        ))}
      </div>
      <SavedFile file={file} />
    </ActionDialog>
  );
}
