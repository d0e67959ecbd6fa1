import { useStore } from '@nanostores/react';
import { $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

/** The user with their main totals. */
export function AccountHeader({ viewer }: { viewer: SessionViewer }) {
  const t = useT();
  const locale = useLocale();
  // After the session ended in another tab, the page still shows its user.
  const person = useStore($viewer, { ssr: () => viewer }) ?? viewer;
  const place = [person.department, person.post].filter(Boolean).join(' · ') || person.enterpriseName;
  return (
    <header className="flex items-center gap-4">
      <Avatar name={person.userName} sex={person.sex} src={person.headPortrait} className="size-16 shrink-0" />
      <div className="min-w-0">
        <h1 className="truncate text-2xl font-semibold">{person.userName}</h1>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{place}</span>
          <span className="tabular-nums">
            {t('record:account.hours', { value: amountText(person.totalHours, locale) })}
          </span>
          <span className="tabular-nums">{t('record:account.certificates', { count: person.certificateCount })}</span>
        </p>
      </div>
    </header>
  );
}
