import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { TextArea } from '#src/components/TextArea.tsx';

const LIST = 'GET /community/auth/word/list';
type Word = Data<typeof LIST>[number];
const ACTIONS = ['reject', 'review'] as const;

/** Filtered words: the form that adds some, and the list. */
export function WordAdmin() {
  const t = useT();
  const hydrated = useHydrated();
  const words = useCall(LIST, {});
  /** Changes when words were added, so that the form is empty again. */
  const [saves, setSaves] = useState(0);
  const { run: remove } = useAction(async ({ id, word, action }: Word) => {
    await api('DELETE /community/auth/word/delete', { id });
    const undo = async () => {
      await api('POST /community/auth/word/save', { words: word, action });
      invalidate(LIST);
    };
    notify(t('moderation:admin.deleted'), 'success', { label: t('admin:undo'), undo });
    invalidate(LIST);
  });
  return (
    <section className="paper flex flex-col gap-6 p-5 sm:p-6">
      <WordForm key={saves} onSaved={() => setSaves(saves + 1)} />
      <LoadState query={words} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('moderation:admin.noWords')}</p>
          ) : (
            <ul className="divide-y divide-base-300">
              {list.map((each) => (
                <li key={each.id} className="flex items-center gap-3 py-1">
                  <bdi className="min-w-0 break-words">{each.word}</bdi>
                  <span className="badge badge-sm badge-soft">{t(`moderation:admin.${each.action}`)}</span>
                  <button
                    type="button"
                    className="btn btn-ghost btn-square ms-auto"
                    aria-label={t('moderation:admin.deleteWord', { word: each.word })}
                    disabled={!hydrated}
                    onClick={() => void remove(each)}
                  >
                    <Icon name="trash" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}

function WordForm({ onSaved }: { onSaved: () => void }) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const action = values.get('action') as (typeof ACTIONS)[number];
      const input = { words: String(values.get('words')), action };
      const { added } = await api('POST /community/auth/word/save', input, { isShowErrTip: false });
      notify(t('moderation:admin.wordsAdded', { count: added }), 'success');
      invalidate(LIST);
      onSaved();
    },
    fallback: t('common:failedToLoad'),
  });
  return (
    <form {...form} className="flex max-w-xl flex-col gap-4">
      <FormAlert text={alert} />
      <TextArea {...field('words')} label={t('moderation:admin.newWords')} maxLength={20_000} />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="text-sm font-medium">{t('moderation:admin.wordAction')}</legend>
        {ACTIONS.map((action) => (
          <label key={action} className="flex min-h-10 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="action"
              value={action}
              defaultChecked={action === 'reject'}
              className="radio radio-sm"
            />
            {t(`moderation:admin.${action}`)}
          </label>
        ))}
      </fieldset>
      <SubmitButton {...submit} className="self-start">
        {t('moderation:admin.addWords')}
      </SubmitButton>
    </form>
  );
}
