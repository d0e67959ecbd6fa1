import { useState } from 'react';
import { FormField } from '#src/components/FormField.tsx';
import type { Form } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';

/** How an appeal is accepted: its subject is complete, or hours and credits are granted instead. */
export function GrantFields({ field }: { field: Form['field'] }) {
  const t = useT();
  const [way, setWay] = useState<'complete' | 'grant'>('complete');
  return (
    <fieldset className="flex flex-col gap-2 text-sm">
      <legend className="mb-1 font-medium">{t('appeal:accept.label')}</legend>
      {(['complete', 'grant'] as const).map((each) => (
        <label key={each} className="flex items-start gap-2">
          <input
            type="radio"
            name="way"
            value={each}
            checked={way === each}
            onChange={() => setWay(each)}
            className="radio mt-0.5 radio-sm"
          />
          {t(`appeal:accept.${each}`)}
        </label>
      ))}
      {way === 'grant' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField {...field('hours')} label={t('appeal:accept.hours')} inputMode="decimal" maxLength={6} />
          <FormField {...field('credits')} label={t('appeal:accept.credits')} inputMode="decimal" maxLength={6} />
        </div>
      )}
    </fieldset>
  );
}

const DECIMAL = /^\d{1,3}(\.\d{1,2})?$/;
const amount = (values: FormData, name: string) => String(values.get(name) ?? '').trim() || '0';

/** What the form grants; null when the subject is to count as complete. */
export function grantOf(values: FormData): { hours: string; credits: string } | null {
  if (values.get('way') !== 'grant') return null;
  return { hours: amount(values, 'hours'), credits: amount(values, 'credits') };
}

/** The name of the first field that is not an amount, or if nothing is granted; null: all is well. */
export function wrongGrant(values: FormData): 'hours' | 'credits' | null {
  const grant = grantOf(values);
  if (!grant) return null;
  const wrong = (['hours', 'credits'] as const).find((name) => !DECIMAL.test(grant[name]));
  return wrong ?? (Number(grant.hours) + Number(grant.credits) > 0 ? null : 'hours');
}
