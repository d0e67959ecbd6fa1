import '#src/features/community/labels/labels.css';
import { use, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { localizedText } from '#src/lib/localized.ts';
import { missingIn, OfferedContext } from '#src/client/offered-languages.ts';
import { RowCommand } from '../kit/RowCommand.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LabelForm } from './LabelForm.tsx';

const LIST = 'GET /community/auth/label/edit/list';
type Label = Data<typeof LIST>[number];

/** Labels of the community: add, change, delete those without posts, and restore those that were deleted lately. */
export function LabelAdmin() {
  const t = useT();
  const hydrated = useHydrated();
  const locale = useLocale();
  const offered = use(OfferedContext);
  const labels = useCall(LIST, {});
  const [edited, setEdited] = useState<Label | 'new' | null>(null);
  const { run: restore } = useAction(async (id: string) => {
    await api('PUT /community/auth/label/restore', { id });
    notify(t('moderation:admin.labelRestored'), 'success');
    invalidate(LIST);
  });
  const { run: remove } = useAction(async (id: string) => {
    await api('DELETE /community/auth/label/delete', { id });
    notify(t('moderation:admin.labelDeleted'), 'success');
    invalidate(LIST);
  });
  const close = () => setEdited(null);
  return (
    <section className="paper flex flex-col gap-4 p-5 sm:p-6">
      <button type="button" className="btn self-start" disabled={!hydrated} onClick={() => setEdited('new')}>
        <Icon name="plus" />
        {t('moderation:admin.newLabel')}
      </button>
      <LoadState query={labels} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('moderation:admin.noLabels')}</p>
          ) : (
            <ul className="divide-y divide-base-300">
              {list.map((label) => {
                const name = localizedText(label.name, locale);
                return (
                  <li key={label.id} className="flex flex-wrap items-center gap-3 py-1">
                    <span className={`post-label post-label-${label.color} ${label.published ? '' : 'line-through'}`}>
                      <bdi>{name}</bdi>
                    </span>
                    {missingIn(offered, { zh: label.name.zh ?? '', en: label.name.en ?? '' }).map((lang) => (
                      <span key={lang} className="badge badge-ghost badge-sm">
                        {t(`editing:missing.${lang}`)}
                      </span>
                    ))}
                    <span className="text-sm text-muted">{t('moderation:admin.posts', { n: label.postCount })}</span>
                    {label.deletedAt ? (
                      <span className="ms-auto flex flex-wrap items-center gap-2">
                        <span className="badge badge-soft badge-sm badge-error">{t('editing:state.deleted')}</span>
                        <RowCommand
                          label={t('editing:action.restore')}
                          name={name}
                          onRun={() => void restore(label.id)}
                        />
                      </span>
                    ) : (
                      <span className="ms-auto flex gap-1">
                        <button
                          type="button"
                          className="btn btn-ghost btn-square"
                          aria-label={t('moderation:admin.editLabel', { name })}
                          disabled={!hydrated}
                          onClick={() => setEdited(label)}
                        >
                          <Icon name="edit" />
                        </button>
                        <button
                          type="button"
                          className="btn btn-ghost btn-square"
                          aria-label={t('moderation:admin.deleteLabel', { name })}
                          disabled={!hydrated}
                          onClick={() => void remove(label.id)}
                        >
                          <Icon name="trash" />
                        </button>
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </LoadState>
      {edited && (
        <ActionDialog
          title={
            edited === 'new'
              ? t('moderation:admin.newLabel')
              : t('moderation:admin.editLabel', { name: localizedText(edited.name, locale) })
          }
          onClose={close}
        >
          <LabelForm
            label={edited === 'new' ? null : edited}
            onSaved={() => {
              close();
              invalidate(LIST);
            }}
          />
        </ActionDialog>
      )}
    </section>
  );
}
