import '#src/components/choice.css';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FieldGroup, type FieldOf, Group } from '../kit/fields.tsx';
import { bound, CheckField } from '../kit/form-fields.tsx';
import { fateText } from './message-list.ts';

/** Numbers of days that are offered; others may be stored. */
const DAYS = [90, 60, 30, 14, 7, 3, 1];

const Days = bound(DaysField);

/** When people are reminded. @param id of the stored requirement, of which a test can be sent */
export function Reminders({ id, isPublished }: { id: string | undefined; isPublished: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { run, isPending } = useAction(async () => {
    const { deliveries } = await api('POST /course/auth/requirement/message/test', { requirementId: id! });
    const fates = deliveries.map((each) => fateText(each, t)).join(' · ');
    notify(t('requirement:reminders.tested', { fates }), 'success');
  });
  return (
    <Group title={t('requirement:reminders.title')} hint={t('requirement:reminders.hint')}>
      <Days name="reminders.before" label={t('requirement:reminders.before')} />
      <CheckField name="reminders.onDay" label={t('requirement:reminders.onDay')} />
      <CheckField name="reminders.weekly" label={t('requirement:reminders.weekly')} />
      <CheckField name="reminders.toSuperior" label={t('requirement:reminders.toSuperior')} />
      {id && (
        <p className="flex flex-wrap items-center gap-3">
          <button type="button" className="btn btn-outline btn-sm" aria-disabled={isPending} onClick={() => void run()}>
            {t('requirement:reminders.test')}
          </button>
          {isPublished && (
            <a className="link text-sm" href={href(locale, `/admin/requirements/messages?requirementId=${id}`)}>
              {t('requirement:message.title')}
            </a>
          )}
        </p>
      )}
    </Group>
  );
}

function DaysField({ value, onChange, ref: _, ...group }: FieldOf<number[]>) {
  const t = useT();
  const offered = [...new Set([...DAYS, ...value])].sort((a, b) => b - a);
  return (
    <FieldGroup {...group} className="flex flex-wrap gap-2">
      {offered.map((count) => {
        const isChosen = value.includes(count);
        return (
          <button
            key={count}
            type="button"
            className="choice tabular-nums"
            aria-pressed={isChosen}
            onClick={() =>
              onChange(isChosen ? value.filter((each) => each !== count) : [...value, count].sort((a, b) => b - a))
            }
          >
            {t('requirement:reminders.days', { count })}
          </button>
        );
      })}
    </FieldGroup>
  );
}
