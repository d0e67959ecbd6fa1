import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

export type LeftOut = { path: string; message: string };

/** The draft that an import has made, and what is not in it. */
export function ImportResult({ courseId, leftOut }: { courseId: string | null; leftOut: readonly LeftOut[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <section className="paper flex flex-col gap-4 p-4" aria-label={t('editing:import.title')}>
      {courseId && (
        <p role="status" className="font-medium">
          {t('editing:import.made')}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        {courseId && (
          <a className="btn btn-primary" href={href(locale, `/admin/courses/edit?id=${courseId}`)}>
            {t('editing:import.open')}
          </a>
        )}
        <a className="btn" href={href(locale, '/admin/courses/import')}>
          {t('editing:import.again')}
        </a>
      </p>
      <LeftOutList leftOut={leftOut} />
    </section>
  );
}

/** What is not in a course, with the reasons. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const t = useT();
  if (leftOut.length === 0) return null;
  return (
    <>
      <h2 className="font-semibold">{t('editing:import.leftOut', { count: leftOut.length })}</h2>
      <ul className="flex flex-col gap-2">
        {leftOut.map(({ path, message }, n) => (
          <li key={n}>
            <span className="block font-medium [overflow-wrap:anywhere]">{path}</span>
            <span className="block text-sm text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
