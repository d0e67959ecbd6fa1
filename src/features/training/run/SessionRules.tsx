import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { RunView } from './run-calls.ts';

const MINUTES = { signInFrom: 30, lateAfter: 10, earlyLeave: 10 } as const;
const DEFAULT_RADIUS = 200;

/** The rules of the attendance and the location, folded: they have sensible values. */
export function SessionRules({ form, session }: { form: Form; session: RunView | undefined }) {
  const t = useT();
  const location = session?.location;
  return (
    <details className="rounded-field border border-base-300 p-4">
      <summary className="cursor-pointer text-sm font-medium">{t('training:form.rules')}</summary>
      <div className="mt-4 flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          {(Object.keys(MINUTES) as (keyof typeof MINUTES)[]).map((name) => (
            <FormField
              key={name}
              {...form.field(name)}
              type="number"
              min={0}
              max={600}
              label={t(`training:form.${name}`)}
              defaultValue={session?.[name] ?? MINUTES[name]}
            />
          ))}
        </div>
        {(['signOutRequired', 'earlyCounts'] as const).map((name) => (
          <label key={name} className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              name={name}
              defaultChecked={session?.[name] ?? false}
              className="checkbox checkbox-sm mt-0.5 rounded-sm"
            />
            {t(`training:form.${name}`)}
          </label>
        ))}
        <fieldset>
          <legend className="text-sm font-medium">{t('training:form.location')}</legend>
          <p className="mt-1 text-sm text-muted">{t('training:form.locationHint')}</p>
          <div className="mt-3 grid gap-4 sm:grid-cols-3">
            <FormField
              {...form.field('latitude')}
              type="number"
              step="any"
              min={-90}
              max={90}
              label={t('training:form.latitude')}
              defaultValue={location?.latitude}
            />
            <FormField
              {...form.field('longitude')}
              type="number"
              step="any"
              min={-180}
              max={180}
              label={t('training:form.longitude')}
              defaultValue={location?.longitude}
            />
            <FormField
              {...form.field('radius')}
              type="number"
              min={20}
              max={5000}
              label={t('training:form.radius')}
              defaultValue={location?.radius ?? DEFAULT_RADIUS}
            />
          </div>
        </fieldset>
      </div>
    </details>
  );
}
