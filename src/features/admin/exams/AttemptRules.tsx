import { useT } from '#src/i18n/island.tsx';
import type { EditorProps } from './exam-settings.ts';
import { CheckField, Group, MomentField, NumberField, RemoveButton, SelectField } from '../kit/fields.tsx';

const COUNTED = ['best', 'last', 'first'] as const;
const REVIEWS = ['immediately', 'after_last', 'after_window', 'never'] as const;
const SWITCHES = ['none', 'warn', 'limit', 'at_once'] as const;
const DAY = 86_400_000;

/** Number of attempts, which one counts, resits, reviews and leaving the screen. */
export function AttemptRules({ settings, change, errors, timeZone }: EditorProps) {
  const t = useT();
  const { resits } = settings;
  const changeResit = (at: number, part: Partial<(typeof resits)[number]>) =>
    change({ resits: resits.map((resit, i) => (i === at ? { ...resit, ...part } : resit)) });
  const addResit = () => {
    const begins = Date.parse(resits.at(-1)?.windowEnd ?? settings.windowEnd) + 7 * DAY;
    const [windowStart, windowEnd] = [begins, begins + DAY].map((at) => new Date(at).toISOString());
    change({ resits: [...resits, { windowStart: windowStart!, windowEnd: windowEnd!, attempts: 1 }] });
  };
  return (
    <>
      <Group title={t('exam:admin.group.attempts')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            label={t('exam:admin.maxAttempts')}
            hint={t('exam:admin.maxAttemptsHint')}
            value={settings.maxAttempts}
            error={errors['maxAttempts']}
            onChange={(maxAttempts) => change({ maxAttempts })}
          />
          <NumberField
            label={t('exam:admin.wait')}
            hint={t('exam:admin.waitHint')}
            value={settings.waitSeconds}
            unit={3600}
            step={0.5}
            onChange={(waitSeconds) => change({ waitSeconds: Math.round(waitSeconds) })}
          />
          <SelectField
            label={t('exam:admin.counted')}
            hint={t(`exam:admin.countedHint.${settings.countedAttempt}`)}
            value={settings.countedAttempt}
            options={COUNTED.map((value) => ({ value, label: t(`exam:admin.countedOf.${value}`) }))}
            onChange={(countedAttempt) => change({ countedAttempt })}
          />
        </div>
        <CheckField
          label={t('exam:admin.stop')}
          hint={t(settings.stopAfterPass ? 'exam:admin.stopHint' : 'exam:admin.goOnHint')}
          value={settings.stopAfterPass}
          onChange={(stopAfterPass) => change({ stopAfterPass })}
        />
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-1 text-sm font-medium">{t('exam:admin.resits')}</legend>
          <p className="text-sm text-muted">{t('exam:admin.resitsHint')}</p>
          {resits.map((resit, i) => (
            <div
              key={i}
              className="grid items-end gap-3 rounded-box border border-base-300 p-4 sm:grid-cols-[1fr_1fr_8rem_auto]"
            >
              <MomentField
                label={t('exam:admin.windowStart')}
                value={resit.windowStart}
                timeZone={timeZone}
                error={errors[`resits.${i}.windowStart`]}
                onChange={(windowStart) => windowStart && changeResit(i, { windowStart })}
              />
              <MomentField
                label={t('exam:admin.windowEnd')}
                value={resit.windowEnd}
                timeZone={timeZone}
                onChange={(windowEnd) => windowEnd && changeResit(i, { windowEnd })}
              />
              <NumberField
                label={t('exam:admin.attempts')}
                value={resit.attempts}
                onChange={(attempts) => changeResit(i, { attempts })}
              />
              <RemoveButton
                name={t('exam:admin.resit', { n: i + 1 })}
                onClick={() => change({ resits: resits.filter((_, at) => at !== i) })}
              />
            </div>
          ))}
          <button type="button" className="btn btn-outline btn-sm self-start" onClick={addResit}>
            {t('exam:admin.addResit')}
          </button>
        </fieldset>
      </Group>
      <Group title={t('exam:admin.group.conduct')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={t('exam:admin.switch')}
            hint={t(`exam:admin.switchHint.${settings.switchPolicy}`)}
            value={settings.switchPolicy}
            options={SWITCHES.map((value) => ({ value, label: t(`exam:admin.switchOf.${value}`) }))}
            onChange={(switchPolicy) => change({ switchPolicy })}
          />
          {settings.switchPolicy === 'limit' && (
            <NumberField
              label={t('exam:admin.switchLimit')}
              value={settings.switchLimit}
              error={errors['switchLimit']}
              onChange={(switchLimit) => change({ switchLimit })}
            />
          )}
          <SelectField
            label={t('exam:admin.review')}
            hint={t(`exam:admin.reviewHint.${settings.reviewPolicy}`)}
            value={settings.reviewPolicy}
            options={REVIEWS.map((value) => ({ value, label: t(`exam:admin.reviewOf.${value}`) }))}
            onChange={(reviewPolicy) => change({ reviewPolicy })}
          />
        </div>
        {settings.reviewPolicy === 'immediately' && (
          <CheckField
            label={t('exam:admin.reviewEarly')}
            hint={t('exam:admin.reviewEarlyHint')}
            value={settings.reviewEarly}
            onChange={(reviewEarly) => change({ reviewEarly })}
          />
        )}
      </Group>
    </>
  );
}
