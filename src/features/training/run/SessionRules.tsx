import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import type { SessionValues } from '#src/features/admin/calendar/session-values.ts';
import { useT } from '#src/i18n/island.tsx';

const MINUTES = ['signInFrom', 'lateAfter', 'earlyLeave'] as const;
const DEFAULT_RADIUS = 200;

/** The rules of the attendance and the location, folded: they have sensible values. */
export function SessionRules({ form, given }: { form: Form; given: SessionValues }) {
  const t = useT();
  const { location } = given;
  return (
    <details className="rounded-field border border-base-300 p-4">
      <summary className="cursor-pointer text-sm font-medium">{t('training:form.rules')}</summary>
      <div className="mt-4 flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          {MINUTES.map((name) => (
            <FormField
              key={name}
              {...form.field(name)}
              type="number"
              min={0}
              max={600}
              label={t(`training:form.${name}`)}
              defaultValue={given[name]}
            />
          ))}
        </div>
        {(['signOutRequired', 'earlyCounts'] as const).map((name) => (
          <label key={name} className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              name={name}
              defaultChecked={given[name]}
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
