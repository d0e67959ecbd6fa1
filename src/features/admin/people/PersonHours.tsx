import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { PersonData } from './person-form.ts';

/** Hours of a member, by their kind. */
export function PersonHours({ person: { hours } }: { person: PersonData }) {
  const t = useT();
  const kinds = Object.entries(hours);
  return (
    <section className="paper" aria-label={t('people:tab.hours')}>
      {kinds.length === 0 ? (
        <EmptyState icon="clock" title={t('people:person.noHours')} />
      ) : (
        <dl className="grid gap-4 p-4 sm:grid-cols-4 sm:p-6">
          {kinds.map(([kind, total]) => (
            <div key={kind}>
              <dt className="text-sm text-muted">{t(`record:hours.${kind}`)}</dt>
              <dd className="text-2xl font-semibold tabular-nums">{total}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
