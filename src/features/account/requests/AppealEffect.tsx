import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { type FieldErrors, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import type { Data } from '#src/contract/calls.ts';
import { KnownFacts } from '#src/features/appeal/KnownFacts.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';

type Appeal = Data<'GET /course/auth/appeal/view'>;

/** What is known about the subject of an appeal and the learner, and what its acceptance did. */
export function AppealEffect({ id }: { id: string }) {
  const t = useT();
  const { timeZone } = useAccount().viewer;
  const found = useCall('GET /course/auth/appeal/view', { id });
  return (
    <LoadState query={found} lines={3}>
      {(appeal) => (
        <div className="flex flex-col gap-4 border-t border-base-300 pt-4 text-sm">
          {appeal.explained && (
            <>
              <h3 className="font-medium">{t('appeal:facts')}</h3>
              <KnownFacts facts={appeal.explained.facts} timeZone={timeZone} />
            </>
          )}
          {appeal.outcome && <Effect appeal={appeal} />}
          {appeal.canReverse && <Reversal id={id} />}
        </div>
      )}
    </LoadState>
  );
}

function Effect({ appeal }: { appeal: Appeal }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const { outcome, hours, credits, reversedAt, reversedByName, reverseReason } = appeal;
  return (
    <p className="rounded-box bg-base-200 p-3" role="status">
      {outcome === 'granted'
        ? t('appeal:effect.granted', { hours: hours ?? 0, credits: credits ?? 0 })
        : t('appeal:effect.completed')}
      {reversedAt && (
        <span className="mt-1 block break-words">
          {t('appeal:effect.reversed', {
            ...{ userName: reversedByName ?? '', reason: reverseReason ?? '' },
            at: dateTimeText(reversedAt, timeZone, locale),
          })}
        </span>
      )}
    </p>
  );
}

function Reversal({ id }: { id: string }) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    draft: `reverse:${id}`,
    fallback: t('common:operationFailed'),
    validate: (values): FieldErrors => (reasonOf(values) ? {} : { reason: t('appeal:reverse.missing') }),
    send: async (values) => {
      await api('POST /course/auth/appeal/reverse', { id, reason: reasonOf(values) }, { isShowErrTip: false });
      notify(t('appeal:reverse.done'), 'success');
      invalidate('GET /course/auth/appeal/view');
    },
  });
  return (
    <details>
      <summary className="link cursor-pointer">{t('appeal:reverse.title')}</summary>
      <form {...form} className="mt-3 flex flex-col gap-3">
        <FormAlert text={alert} />
        <TextArea
          {...field('reason')}
          label={t('appeal:reverse.label')}
          hint={t('appeal:reverse.hint')}
          maxLength={500}
          rows={2}
        />
        <button {...submit} className="btn self-start btn-outline btn-error btn-sm">
          {t('appeal:reverse.send')}
        </button>
      </form>
    </details>
  );
}

const reasonOf = (values: FormData) => String(values.get('reason') ?? '').trim();
