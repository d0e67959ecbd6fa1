import { useCallback, useState } from 'react';
import { api } from '#src/client/api.ts';
import { reloadAfter } from '#src/client/reload-after.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useT } from '#src/i18n/island.tsx';
import { findSimilar } from '../community-search.ts';
import { useFound } from '../use-found.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

/** Time to read the message before the page shows the new state, ms. */
const READING = 1_000;

type Props = { id: string; title: string; onClose: () => void };

/** Closes a question as a duplicate of one that is chosen among similar ones. */
export function DuplicateDialog({ id, title, onClose }: Props) {
  const t = useT();
  const [text, setText] = useState(title);
  const look = useCallback((words: string) => findSimilar(words, id), [id]);
  const found = useFound(text, look, 2);
  const { run: close, isPending } = useAction(async (duplicateOf: string) => {
    await api('PUT /community/auth/post/duplicate', { id, duplicateOf });
    notify(t('posts:view.closed'), 'success');
    onClose();
    reloadAfter(READING);
  });
  return (
    <ActionDialog title={t('posts:view.duplicate')} onClose={onClose}>
      <input
        type="search"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        aria-label={t('posts:view.duplicateHint')}
        placeholder={t('posts:view.duplicateHint')}
        className="input w-full"
      />
      <ul className="min-h-40 grow divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300">
        {found?.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-disabled={isPending}
              className="flex min-h-12 w-full cursor-pointer flex-col px-3 py-2 text-start hover:bg-base-200"
              onClick={() => void close(one.id)}
            >
              <span>{one.title}</span>
              <span className="text-sm text-muted">{t('posts:view.answers', { count: one.answerCount })}</span>
            </button>
          </li>
        ))}
        {found?.length === 0 && <li className="p-6 text-center text-sm text-muted">{t('posts:view.duplicateNone')}</li>}
      </ul>
    </ActionDialog>
  );
}
