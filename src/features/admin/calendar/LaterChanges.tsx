import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { NewestChanges } from '../kit/History.tsx';
import { type RunView, sessionChange, type SessionWords } from './session-values.ts';

type Later = RunView['later'][number];
/** Sessions whose changes are said; of further ones only the time. */
const DETAILED = 5;

/** Later sessions of a series that somebody else has changed, or that are not planned any more, since they were `seen`. */
export function changesOfLater(seen: Later[], now: Later[]): (Later & { count: number })[] {
  const before = new Map(seen.map((each) => [each.id, each]));
  const left = new Set(now.map(({ id }) => id));
  return [
    ...seen.filter(({ id }) => !left.has(id)).map((each) => ({ ...each, count: 1 })),
    ...now.map((each) => ({ ...each, count: each.revision - (before.get(each.id)?.revision ?? each.revision - 1) })),
  ]
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.startAt.localeCompare(b.startAt));
}

type Props = { list: (Later & { count: number })[]; words: SessionWords; timeZone: string };

/** What somebody else has changed in later sessions of a series since the form was opened: the next save replaces it. */
export function LaterChanges({ list, words, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-box border border-warning p-4">
      <p className="text-sm">{t('calendar:laterChanged')}</p>
      <ul className="flex flex-col gap-3">
        {list.map(({ id, startAt, revision, count }, n) => (
          <li key={`${id} ${revision}`} className="flex flex-col gap-1 text-sm">
            <time dateTime={startAt} className="font-semibold">
              {dateTimeText(startAt, timeZone, locale)}
            </time>
            {n < DETAILED && (
              <NewestChanges
                {...{ id, timeZone, count: Math.min(count, 5) }}
                kind="trainingSession"
                describe={(change) => sessionChange(change, words, [timeZone, locale])}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
