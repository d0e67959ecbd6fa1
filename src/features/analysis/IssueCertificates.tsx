import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { RequestDialog } from '#src/features/admin/certificates/RequestDialog.tsx';
import type { Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

type Filter = Pick<
  Input<'POST /exam/auth/exam/analysis/candidate/page'>,
  'examId' | 'window' | 'from' | 'to' | 'department'
>;
type Props = { certificateId: string; filter: Filter };

/** Requests certificates for people who have passed an exam and hold none, chosen from its results. */
export function IssueCertificates(props: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        disabled={!hydrated}
        className="btn btn-ghost btn-sm shrink-0 font-normal"
        onClick={() => setOpen(true)}
      >
        {t('record:issued.issue')}
      </button>
      {isOpen && <PassedDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PassedDialog({ certificateId, filter, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<string[]>([]);
  const found = useCall('POST /exam/auth/exam/analysis/candidate/page', {
    ...filter,
    ...{ examState: 'pass', certificate: 'none', pageSize: MAX_ITEMS.certificateHolders },
  });
  const people = found.data?.list ?? [];
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) =>
      required(values, { userIds: t('record:issued.peopleMissing'), reason: t('record:issued.reasonMissing') }),
    send: async (values) => {
      const input = { certificateId, userIds: chosen, reason: textOf(values, 'reason') };
      await api('POST /course/auth/certificate/issue', input, { isShowErrTip: false });
      notify(t('record:issued.sent'), 'success');
      onClose();
    },
  });
  const choose = (ids: string[]) => {
    setChosen(ids);
    form.showError('userIds', '');
  };
  const { error } = form.field('userIds');
  const all = people.map(({ userId }) => userId);
  const hidden = (found.data?.totalCount ?? 0) - people.length;
  return (
    <RequestDialog title={t('record:issued.issue')} form={form} onClose={onClose}>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('record:issued.passed')}</legend>
        <input type="hidden" name="userIds" value={chosen.join()} readOnly />
        {people.length > 1 && (
          <label className="flex items-center gap-3 px-3 py-1">
            <input
              type="checkbox"
              className="checkbox checkbox-sm rounded-sm"
              checked={chosen.length === all.length}
              onChange={() => choose(chosen.length === all.length ? [] : all)}
            />
            {t('record:issued.everybody', { count: all.length })}
          </label>
        )}
        <ul
          aria-busy={found.isLoading || undefined}
          className="max-h-60 min-h-24 divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300"
        >
          {people.map(({ userId, userName, department, bestScore }) => (
            <li key={userId}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm rounded-sm"
                  checked={chosen.includes(userId)}
                  onChange={() =>
                    choose(chosen.includes(userId) ? chosen.filter((id) => id !== userId) : [...chosen, userId])
                  }
                />
                <span className="min-w-0 grow break-words">
                  {userName}
                  {department && <span className="block text-sm text-muted">{department}</span>}
                </span>
                <span className="tabular-nums">{bestScore}</span>
              </label>
            </li>
          ))}
          {found.data && people.length === 0 && (
            <li className="p-6 text-center text-sm text-muted">{t('record:issued.allHold')}</li>
          )}
        </ul>
        {hidden > 0 && <p className="text-sm text-muted">{t('record:issued.later', { count: hidden })}</p>}
      </fieldset>
      {error && <FieldError id="holders-error" text={error} />}
    </RequestDialog>
  );
}
