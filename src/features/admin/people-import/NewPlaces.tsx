import { useT } from '#src/i18n/island.tsx';
import type { Import } from './import-list.ts';

/** Names that are listed before the others are hidden. */
const SHOWN = 8;

/** Departments and positions that the import would create. */
export function NewPlaces({ stored: { newDepartments, newPositions } }: { stored: Import }) {
  const t = useT();
  const groups = [
    ['newDepartments', newDepartments],
    ['newPositions', newPositions],
  ] as const;
  if (newDepartments.length + newPositions.length === 0) return null;
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t('people:import.creates')}>
      <p className="text-sm text-muted">{t('people:import.creates')}</p>
      {groups
        .filter(([, names]) => names.length > 0)
        .map(([name, names]) => (
          <details key={name}>
            <summary className="cursor-pointer break-words">
              <span className="font-medium">{t(`people:import.${name}`, { count: names.length })}</span>{' '}
              <span className="text-sm text-muted">
                {names.slice(0, SHOWN).join(t('people:import.and'))}
                {names.length > SHOWN && '…'}
              </span>
            </summary>
            <ul className="mt-2 max-h-60 list-disc overflow-y-auto ps-5 text-sm">
              {names.map((each) => (
                <li key={each} className="break-words">
                  {each}
                </li>
              ))}
            </ul>
          </details>
        ))}
    </section>
  );
}
