import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { LIST } from './calendar-list.ts';

const COSTS = 'POST /course/auth/calendar/cost/list';
type Cost = Data<typeof COSTS>[number];
const KINDS: readonly Cost['kind'][] = ['lecturer', 'room', 'material', 'travel', 'catering', 'other'];
type Row = { key: number; kind: Cost['kind']; amount: string; note: string };

/** What a session costs. */
export function Costs({ id }: { id: string }) {
  const t = useT();
  const query = useCall(COSTS, { id });
  return (
    <section aria-labelledby="costs" className="flex flex-col gap-2">
      <h3 id="costs" className="font-semibold">
        {t('calendar:costs.title')}
      </h3>
      <LoadState query={query}>{(costs) => <CostRows key={JSON.stringify(costs)} id={id} costs={costs} />}</LoadState>
    </section>
  );
}

function CostRows({ id, costs }: { id: string; costs: Cost[] }) {
  const t = useT();
  const [rows, setRows] = useState<Row[]>(
    costs.map(({ kind, amount, note }, key) => ({ key, kind, amount: String(amount), note: note ?? '' })),
  );
  const change = (key: number, value: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...value } : row)));
  const save = useAction(async () => {
    const input = rows.map(({ kind, amount, note }) => ({
      kind,
      note,
      amount: Math.round(Number(amount) * 100) / 100,
    }));
    await api('POST /course/auth/calendar/cost/save', { id, costs: input });
    notify(t('calendar:costs.saved'), 'success');
    invalidate(COSTS, LIST);
  });
  const sum = rows.reduce((total, { amount }) => total + (Number(amount) || 0), 0);
  return (
    <>
      {rows.map(({ key, kind, amount, note }) => (
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
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
          >
            {t('calendar:costs.remove')}
          </button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="btn btn-sm"
          disabled={rows.length >= 50}
          onClick={() => {
            const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
            setRows((before) => [...before, { key, kind: 'room', amount: '', note: '' }]);
          }}
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
