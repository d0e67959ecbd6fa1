import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import type { Selected } from '../kit/use-selection.ts';
import { calledFilter, DIFFICULTIES, type QuestionFilter } from './bank-query.ts';

type Props = {
  bankId: string;
  selected: Selected<QuestionFilter>;
  onDone: () => void;
  topics: string[];
  tags: string[];
};
const ACTIONS = ['publish', 'withdraw', 'topic', 'tag', 'untag', 'difficulty', 'move', 'delete'] as const;
type Action = (typeof ACTIONS)[number];
type Bulk = Input<'POST /exam/auth/question/bulk/save'>;
type Uses = Data<'POST /exam/auth/question/bulk/uses'>;

const USES = ['drawn', 'papers', 'exams'] as const;

/** What can be done with the selected questions, or with all that the filter finds. */
export function BulkCommands({ bankId, selected, onDone, topics, tags }: Props) {
  const t = useT();
  const listId = useId();
  const [action, setAction] = useState<Action>('publish');
  const [value, setValue] = useState('');
  const [uses, setUses] = useState<Uses | null>(null);
  const { count } = selected;
  const takesText = action === 'topic' || action === 'tag' || action === 'untag';
  const which = selected.filter
    ? { found: { filter: calledFilter(bankId, selected.filter), count } }
    : { ids: selected.ids };
  const change = async () => {
    const { changed } = await api('POST /exam/auth/question/bulk/save', inputOf(action, which, value));
    notify(t(action === 'delete' ? 'bank:bulk.deleted' : 'bank:bulk.done', { count: changed }), 'success');
    onDone();
    invalidate('POST /exam/auth/question/page');
    invalidate('GET /exam/auth/question/bank/view');
  };
  const { run, isPending } = useAction(async () => {
    if (action === 'delete') setUses(await api('POST /exam/auth/question/bulk/uses', which));
    else await change();
  });
  return (
    <form
      className="flex flex-wrap items-center gap-2 sm:ms-auto"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
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
      {uses && (
        <Confirm
          title={t('bank:bulk.deleteTitle', { count: uses.count })}
          consequences={[
            t('bank:bulk.deleteText'),
            ...USES.filter((name) => uses[name] > 0).map((name) => t(`bank:bulk.use.${name}`, { count: uses[name] })),
          ]}
          action={t('bank:bulk.delete')}
          onConfirm={change}
          onClose={() => setUses(null)}
        />
      )}
    </form>
  );
}

type RestoreProps = Pick<Props, 'bankId' | 'selected' | 'onDone'>;

/** What can be done with selected questions that are deleted. */
export function RestoreCommand({ bankId, selected, onDone }: RestoreProps) {
  const t = useT();
  const { run, isPending } = useAction(async () => {
    await restoreQuestions(
      selected.filter
        ? { found: { filter: calledFilter(bankId, selected.filter), count: selected.count } }
        : { ids: selected.ids },
    );
    notify(t('bank:bulk.restored', { count: selected.count }), 'success');
    onDone();
  });
  return (
    <button
      type="button"
      className="btn btn-primary btn-sm sm:ms-auto"
      aria-disabled={isPending}
      onClick={() => void run()}
    >
      {t('editing:action.restore')}
    </button>
  );
}

/** Restores deleted questions, and has the lists loaded again. */
export async function restoreQuestions(which: Pick<Bulk, 'ids' | 'found'>) {
  await api('POST /exam/auth/question/bulk/save', { action: 'restore', ...which });
  invalidate('POST /exam/auth/question/page');
  invalidate('GET /exam/auth/question/bank/view');
}

function inputOf(action: Action, which: Pick<Bulk, 'ids' | 'found'>, value: string): Bulk {
  switch (action) {
    case 'topic':
      return { action, ...which, topic: value.trim() || null };
    case 'tag':
    case 'untag':
      return { action, ...which, tag: value.trim() };
    case 'move':
      return { action, ...which, bankId: value };
    case 'difficulty':
      return { action, ...which, difficulty: Number(value) };
    default:
      return { action, ...which };
  }
}

type BankFieldProps = { without: string; value: string; onChange: (bankId: string) => void };

/** Chooses another bank that the viewer may edit. */
function BankField({ without, value, onChange }: BankFieldProps) {
  const t = useT();
  const { data } = useCall('POST /exam/auth/question/bank/page', { pageSize: 100 });
  const banks = (data?.list ?? []).filter(({ id }) => id !== without);
  if (data && banks.length === 0) return <span className="text-sm text-muted">{t('bank:bulk.noOther')}</span>;
  return (
    <select
      className="select w-56 max-w-full select-sm"
      aria-label={t('bank:bulk.target')}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('bank:bulk.target')}</option>
      {banks.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
