import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import type { DocumentOf } from './content-item.ts';
import { DocumentNames, type NameOf } from './DocumentNames.tsx';
import type { ContentEditor } from './use-content-editor.ts';

type Props<K extends ContentKindName> = {
  editor: ContentEditor<K>;
  timeZone: string;
  differencesOf: (conflict: Conflict<DocumentOf<K>>, nameOf: NameOf) => Difference<string>[];
  onClose: () => void;
};

type Shown<K extends ContentKindName> = { number: number; document: DocumentOf<K> };

/** The published versions, how each differs from what is typed, and the way back to one of them. */
export function Versions<K extends ContentKindName>({ editor, timeZone, differencesOf, onClose }: Props<K>) {
  const t = useT();
  const locale = useLocale();
  const { kind, item } = editor;
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Shown<K> | null>(null);
  const query = useCall('POST /system/auth/content/version/page', { kind, id: item!.id, pageCurrent: page });
  const show = useAction(async (number: number) => {
    const found = await api('GET /system/auth/content/version/view', { kind, id: item!.id, number });
    setShown({ number, document: found.document } as unknown as Shown<K>);
  });
  const goBack = () => {
    editor.form.reset(shown!.document as never, { keepDefaultValues: true });
    notify(t('editing:wentBack', { number: shown!.number }), 'success');
    onClose();
  };
  return (
    <ActionDialog title={t('editing:versions')} onClose={onClose} className="max-w-3xl">
      <LoadState query={query} lines={4}>
        {({ list, totalPage }) => (
          <>
            <ol className="divide-y divide-base-300">
              {list.map(({ number, gmtCreate, userName, note, restudy }) => (
                <li key={number} className="flex flex-wrap items-center gap-3 py-2">
                  <span className="badge tabular-nums">{t('editing:version', { number })}</span>
                  <span className="min-w-0 grow">
                    {dateTimeText(gmtCreate, timeZone, locale)} · {userName ?? t('editing:byPack')}
                    {note && <span className="block text-sm text-muted">{note}</span>}
                    {restudy && <span className="block text-sm text-muted">{t('editing:restudyRequired')}</span>}
                  </span>
                  <button type="button" className="btn btn-sm" onClick={() => void show.run(number)}>
                    {t('editing:compare')}
                    <span className="sr-only">{t('editing:version', { number })}</span>
                  </button>
                </li>
              ))}
            </ol>
            <Pages pageCurrent={page} totalPage={totalPage} onGo={setPage} />
          </>
        )}
      </LoadState>
      {shown && <Compared {...{ editor, differencesOf, shown }} onGoBack={goBack} />}
    </ActionDialog>
  );
}

type ComparedProps<K extends ContentKindName> = Pick<Props<K>, 'editor' | 'differencesOf'> & {
  shown: Shown<K>;
  onGoBack: () => void;
};

/** What is typed beside a published version. */
function Compared<K extends ContentKindName>({ editor, differencesOf, shown, onGoBack }: ComparedProps<K>) {
  const t = useT();
  const { item } = editor;
  const now = editor.form.getValues();
  const { number, document } = shown;
  return (
    <section aria-label={t('editing:version', { number })} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('editing:differences', { number })}</h3>
      <DocumentNames documents={[now, document]}>
        {(nameOf) => {
          const differences = differencesOf({ base: { values: now }, mine: now, theirs: { values: document } }, nameOf);
          return (
            <>
              {differences.length === 0 && <p>{t('editing:same')}</p>}
              {differences.map(({ name, label, mine, theirs }) => (
                <div key={name} className="grid gap-2 sm:grid-cols-2">
                  <p className="text-sm font-medium sm:col-span-2">{label}</p>
                  <p className="rounded-box bg-base-200 p-3 break-words whitespace-pre-wrap">{mine || '–'}</p>
                  <p className="rounded-box bg-primary-soft p-3 break-words whitespace-pre-wrap">{theirs || '–'}</p>
                </div>
              ))}
              {differences.length > 0 && (
                <button
                  type="button"
                  className="btn self-start btn-primary"
                  disabled={item!.isFromPack || item!.state === 'deleted'}
                  onClick={onGoBack}
                >
                  {t('editing:goBack', { number })}
                </button>
              )}
            </>
          );
        }}
      </DocumentNames>
    </section>
  );
}
