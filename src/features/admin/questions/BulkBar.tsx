import { useId, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import type { Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { BankField } from './BankField.tsx';
import { DIFFICULTIES } from './bank-query.ts';

type Props = {
  bankId: string;
  all: string[];
  chosen: string[];
  onChoose: (ids: string[]) => void;
  topics: string[];
  tags: string[];
};
const ACTIONS = ['publish', 'withdraw', 'topic', 'tag', 'untag', 'difficulty', 'move', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

/** Selects all questions of the page, and changes the selected ones. */
export function BulkBar({ bankId, all, chosen, onChoose, topics, tags }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const listId = useId();
  const [action, setAction] = useState<Action>('publish');
  const [value, setValue] = useState('');
  const asking = useRef<HTMLDialogElement>(null);
  const takesText = action === 'topic' || action === 'tag' || action === 'untag';
  const { run, isPending } = useAction(async () => {
    const { changed, withdrawn } = await api('POST /exam/auth/question/bulk/save', inputOf(action, chosen, value));
    notify(t(withdrawn > 0 ? 'bank:bulk.partly' : 'bank:bulk.done', { count: changed, withdrawn }), 'success');
    onChoose([]);
    invalidate('POST /exam/auth/question/page');
    invalidate('GET /exam/auth/question/bank/view');
  });
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-base-300 bg-base-200 px-4 py-3 sm:px-6">
      <label className="flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm rounded-sm"
          disabled={!hydrated}
          checked={chosen.length > 0 && chosen.length === all.length}
          onChange={(event) => onChoose(event.target.checked ? all : [])}
        />
        {t('bank:bulk.chosen', { count: chosen.length })}
      </label>
      {chosen.length > 0 && (
        <form
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (action === 'delete') asking.current!.showModal();
            else void run();
          }}
        >
          <select
            className="select select-sm w-52"
            aria-label={t('bank:bulk.action')}
            value={action}
            onChange={(event) => {
              setAction(event.target.value as Action);
              setValue(event.target.value === 'difficulty' ? '1' : '');
            }}
          >
            {ACTIONS.map((each) => (
              <option key={each} value={each}>
                {t(`bank:bulk.${each}`)}
              </option>
            ))}
          </select>
          {takesText && (
            <>
              <input
                className="input input-sm w-40"
                aria-label={t(action === 'topic' ? 'bank:topic' : 'bank:tag')}
                list={listId}
                required={action !== 'topic'}
                maxLength={action === 'topic' ? 200 : 50}
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
              <datalist id={listId}>
                {(action === 'topic' ? topics : tags).map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            </>
          )}
          {action === 'difficulty' && (
            <select
              className="select select-sm w-36"
              aria-label={t('bank:difficulty')}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            >
              {DIFFICULTIES.map((each) => (
                <option key={each} value={each}>
                  {t(`enum:difficulty.${each}`)}
                </option>
              ))}
            </select>
          )}
          {action === 'move' && <BankField without={bankId} value={value} onChange={setValue} />}
          <button className="btn btn-primary btn-sm" aria-disabled={isPending}>
            {t('bank:bulk.apply')}
          </button>
        </form>
      )}
      <ConfirmDialog
        ref={asking}
        title={t('bank:bulk.deleteTitle', { count: chosen.length })}
        text={t('bank:bulk.deleteText')}
        action={t('bank:bulk.delete')}
        isDestructive
        onConfirm={() => void run()}
      />
    </div>
  );
}

function inputOf(action: Action, ids: string[], value: string): Input<'POST /exam/auth/question/bulk/save'> {
  switch (action) {
    case 'topic':
      return { action, ids, topic: value.trim() || null };
    case 'tag':
    case 'untag':
      return { action, ids, tag: value.trim() };
    case 'move':
      return { action, ids, bankId: value };
    case 'difficulty':
      return { action, ids, difficulty: Number(value) };
    default:
      return { action, ids };
  }
}
