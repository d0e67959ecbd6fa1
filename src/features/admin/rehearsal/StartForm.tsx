import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { NumberField } from '../kit/fields.tsx';
import { minutesOf } from './run-text.ts';

type Props = { most: number; refused: Data<'GET /exam/auth/exam/rehearsal/view'>['refused'] };

/** Number of candidates that is suggested. */
const USUAL = 500;

/** What a rehearsal does, and the form that starts one. */
export function StartForm({ most, refused }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [plan, setPlan] = useState({ takers: Math.min(USUAL, most), enterSeconds: 60, answerSeconds: 60 });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const change = (part: Partial<typeof plan>) => setPlan({ ...plan, ...part });
  const start = useAction(async () => {
    setErrors({});
    setAlert('');
    try {
      await api('POST /exam/auth/exam/rehearsal/start', plan, { isShowErrTip: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
      setAlert(Object.keys(error.fields).length > 0 ? '' : error.message);
    }
    invalidate('GET /exam/auth/exam/rehearsal/view');
  });
  return (
    <form
      className="paper flex flex-col gap-5 p-5 sm:p-6"
      aria-label={t('rehearsal:new')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start.run();
      }}
    >
      <h2 className="text-lg font-semibold">{t('rehearsal:new')}</h2>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">
        {['steps', 'people', 'aims'].map((each) => (
          <li key={each}>{t(`rehearsal:about.${each}`)}</li>
        ))}
      </ul>
      <p className="alert alert-warning alert-soft items-start">
        <Icon name="warning" className="size-5" />
        <span>{t('rehearsal:about.warning')}</span>
      </p>
      <fieldset className="grid gap-4 sm:grid-cols-3" disabled={!hydrated}>
        <NumberField
          label={t('rehearsal:field.takers')}
          hint={t('rehearsal:field.takersHint', { most: amountText(most, locale) })}
          value={plan.takers}
          error={errors['takers']}
          onChange={(takers) => change({ takers })}
        />
        <NumberField
          label={t('rehearsal:field.enter')}
          hint={t('rehearsal:field.enterHint')}
          value={plan.enterSeconds}
          error={errors['enterSeconds']}
          onChange={(enterSeconds) => change({ enterSeconds })}
        />
        <NumberField
          label={t('rehearsal:field.answer')}
          hint={t('rehearsal:field.answerHint')}
          value={plan.answerSeconds}
          error={errors['answerSeconds']}
          onChange={(answerSeconds) => change({ answerSeconds })}
        />
      </fieldset>
      <FormAlert text={alert} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="submit"
          className="btn btn-primary"
          disabled={!hydrated || start.isPending || refused !== null}
          aria-describedby="rehearsal-note"
        >
          <Icon name="play" className="size-4" />
          {t('rehearsal:start')}
        </button>
        <p id="rehearsal-note" className="text-sm text-muted" role="status">
          {refused ? t(`rehearsal:refused.${refused}`) : t('rehearsal:duration', { minutes: minutesOf(plan) })}
        </p>
      </div>
    </form>
  );
}
