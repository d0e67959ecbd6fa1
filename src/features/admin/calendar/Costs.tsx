import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { LIST } from './calendar-list.ts';
import { RowsConflict } from './RowsConflict.tsx';
import { useSharedRows } from './use-shared-rows.ts';

const COSTS = 'POST /course/auth/calendar/cost/list';
type Cost = Data<typeof COSTS>[number];
const KINDS: readonly Cost['kind'][] = ['lecturer', 'room', 'material', 'travel', 'catering', 'other'];
type Row = Pick<Cost, 'kind'> & { amount: string; note: string };

const rowOf = ({ kind, amount, note }: Cost): Row => ({ kind, amount: String(amount), note: note ?? '' });
const costOf = ({ amount, ...rest }: Row) => ({ ...rest, amount: Math.round(Number(amount) * 100) / 100 });

/** What a session costs. */
export function Costs({ id }: { id: string }) {
  const t = useT();
  const query = useCall(COSTS, { id });
  return (
    <section aria-labelledby="costs" className="flex flex-col gap-2">
      <h3 id="costs" className="font-semibold">
        {t('calendar:costs.title')}
      </h3>
      <LoadState query={query}>{(costs) => <CostRows id={id} costs={costs} />}</LoadState>
    </section>
  );
}

function CostRows({ id, costs }: { id: string; costs: Cost[] }) {
  const t = useT();
  const list = useSharedRows<Row>(costs.map(rowOf), async () => (await api(COSTS, { id })).map(rowOf));
  const { rows, values, change } = list;
  const save = useAction(async () => {
    const input = { id, costs: values.map(costOf), was: list.was.map(costOf) };
    try {
      await api('POST /course/auth/calendar/cost/save', input, { isShowErrTip: false });
    } catch (error) {
      if (await list.compare(error)) return;
      notify(error instanceof ApiError ? error.message : t('common:operationFailed'), 'error');
      return;
    }
    list.saved();
    notify(t('calendar:costs.saved'), 'success');
    invalidate(COSTS, LIST);
  });
  if (list.conflict)
    return (
      <RowsConflict
        label={t('calendar:costs.title')}
        conflict={list.conflict}
        textOf={({ kind, amount, note }) => `${t(`calendar:costs.kinds.${kind}`)} ${amount} ${note}`.trim()}
        onMerge={list.merge}
      />
    );
  const sum = values.reduce((total, { amount }) => total + (Number(amount) || 0), 0);
  return (
    <>
      {rows.map(({ key, value: { kind, amount, note } }) => (
        <div key={key} className="flex flex-wrap items-center gap-2">
          <select
            className="select select-sm w-32"
            aria-label={t('calendar:costs.kind')}
            value={kind}
            onChange={({ target }) => change(key, { kind: target.value as Cost['kind'] })}
          >
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`calendar:costs.kinds.${each}`)}
              </option>
            ))}
          </select>
          <input
            type="number"
            min={0}
            step="0.01"
            className="input input-sm w-28"
            aria-label={t('calendar:costs.amount')}
            value={amount}
            onChange={({ target }) => change(key, { amount: target.value })}
          />
          <input
            className="input input-sm min-w-32 flex-1"
            aria-label={t('calendar:costs.note')}
            maxLength={200}
            value={note}
            onChange={({ target }) => change(key, { note: target.value })}
          />
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => list.remove(key)}>
            {t('calendar:costs.remove')}
          </button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="btn btn-sm"
          disabled={rows.length >= 50}
          onClick={() => list.add({ kind: 'room', amount: '', note: '' })}
        >
          {t('calendar:costs.add')}
        </button>
        <button type="button" className="btn btn-sm" disabled={save.isPending} onClick={() => void save.run()}>
          {t('calendar:costs.save')}
        </button>
        <span className="text-sm">{t('calendar:sum', { amount: sum.toFixed(2) })}</span>
      </div>
    </>
  );
}
