import '#src/components/table-scroll.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Person, type RunView, VIEW } from './run-calls.ts';

const PASSED = { '': null, yes: true, no: false } as const;

/** The button that opens the grid of results. */
export function ResultsButton({ session, people }: { session: RunView; people: Person[] }) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const booked = people.filter(({ seat }) => seat === 'booked');
  // The server refuses them before the start; the sign-in begins earlier.
  if (session.status === 'cancelled' || !session.addable || booked.length === 0) return null;
  return (
    <>
      <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setOpen(true)}>
        {t('training:result.enter')}
      </button>
      {isOpen && <ResultsDialog session={session} people={booked} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Results of all who have a place, as a grid; only what was changed is saved. */
function ResultsDialog({ session, people, onClose }: { session: RunView; people: Person[]; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const typed = people.map(({ userId, passed, score, note }) => {
        const [given, points] = [textOf(values, `passed-${userId}`), textOf(values, `score-${userId}`)];
        const result = {
          passed: PASSED[given as keyof typeof PASSED],
          score: points === '' ? null : Number(points),
          note: textOf(values, `note-${userId}`),
        };
        const isSame = result.passed === passed && result.score === score && result.note === (note ?? '');
        return isSame ? null : { userId, ...result };
      });
      const results = typed.filter((each) => each !== null);
      if (results.length > 0) {
        const input = { sessionId: session.id, results };
        await api('POST /course/auth/training/result/save', input, { isShowErrTip: false });
        invalidate(VIEW);
      }
      notify(t('training:result.saved'), 'success');
      onClose();
    },
  });
  return (
    <ActionDialog title={t('training:result.enter')} onClose={onClose} className="max-w-4xl">
      <form {...form.form} className="flex min-h-0 flex-col gap-4">
        <FormAlert text={form.alert} />
        <p className="text-sm text-muted">
          {t(session.passRequired ? 'training:result.counts' : 'training:result.hint')}
        </p>
        <div className="table-scroll overflow-y-auto">
          <table className="table table-sm max-sm:block">
            <thead className="max-sm:hidden">
              <tr>
                {['person', 'passed', 'score', 'note'].map((name) => (
                  <th key={name} scope="col" className="font-medium">
                    {t(`training:result.column.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {people.map(({ userId, userName, department, passed, score, note }) => (
                // On a phone each person is a block: the columns do not fit beside each other.
                <tr key={userId} className="max-sm:grid max-sm:grid-cols-2 max-sm:py-2">
                  <th scope="row" className="font-normal max-sm:col-span-2 max-sm:border-0">
                    <span className="block break-words">{userName}</span>
                    {department && <span className="block text-sm text-muted">{department}</span>}
                  </th>
                  <td className="max-sm:border-0">
                    <select
                      name={`passed-${userId}`}
                      className="select select-sm w-28 max-sm:w-full"
                      aria-label={t('training:result.passedOf', { name: userName })}
                      defaultValue={passed === null ? '' : passed ? 'yes' : 'no'}
                    >
                      <option value="">–</option>
                      <option value="yes">{t('training:result.passed')}</option>
                      <option value="no">{t('training:result.failed')}</option>
                    </select>
                  </td>
                  <td className="max-sm:border-0">
                    <input
                      name={`score-${userId}`}
                      type="number"
                      min={0}
                      max={100_000}
                      step="0.01"
                      placeholder={t('training:result.column.score')}
                      className="input input-sm w-24 max-sm:w-full"
                      aria-label={t('training:result.scoreOf', { name: userName })}
                      defaultValue={score ?? ''}
                    />
                  </td>
                  <td className="max-sm:col-span-2 max-sm:border-0">
                    <input
                      name={`note-${userId}`}
                      maxLength={500}
                      placeholder={t('training:result.column.note')}
                      className="input input-sm w-full sm:min-w-40"
                      aria-label={t('training:result.noteOf', { name: userName })}
                      defaultValue={note ?? ''}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="modal-action mt-0">
          <SubmitButton {...form.submit}>{t('training:result.save')}</SubmitButton>
        </div>
      </form>
    </ActionDialog>
  );
}
