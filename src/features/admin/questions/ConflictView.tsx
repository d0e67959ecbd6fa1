import { useEffect, useRef, useState } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { textChanges } from '#src/lib/text-changes.ts';
import type { Question } from './bank-query.ts';
import { differences, merged, type Difference } from './conflict.ts';
import { type Draft, draftOf } from './draft.ts';

type Props = {
  mine: Draft;
  /** The question as somebody else has stored it meanwhile, and who that was. */
  theirs: Question;
  authorName: string | null;
  /** Goes on with what was chosen, on top of their version. */
  onMerge: (draft: Draft) => void;
};

/** What was typed beside what somebody else has stored meanwhile; of each part that differs one is chosen. */
export function ConflictView({ mine, theirs, authorName, onMerge }: Props) {
  const t = useT();
  const [other] = useState(() => draftOf(theirs, 'zh'));
  const [taken, setTaken] = useState<ReadonlySet<Difference['part']>>(new Set());
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current!.focus(), []);
  const rows = differences(mine, other);
  const choose = (part: Difference['part'], isTheirs: boolean) => {
    const next = new Set(taken);
    if (isTheirs) next.add(part);
    else next.delete(part);
    setTaken(next);
  };
  return (
    <section
      ref={shown}
      tabIndex={-1}
      className="flex flex-col gap-4 outline-none"
      aria-label={t('bank:conflict.title')}
    >
      <div role="alert" className="alert alert-soft alert-warning">
        {authorName
          ? t('bank:conflict.by', { userName: authorName, number: theirs.version })
          : t('bank:conflict.intro', { number: theirs.version })}
      </div>
      {rows.length === 0 && <p>{t('bank:conflict.same')}</p>}
      {rows.map(({ part, ...sides }) => (
        <fieldset key={part}>
          <legend className="mb-1.5 text-sm font-medium">{t(`bank:conflict.part.${part}`)}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className="flex min-w-0 cursor-pointer flex-col gap-2 rounded-box border border-base-300 bg-base-100 p-3 has-checked:border-primary"
              >
                <span className="flex items-center gap-2 text-sm font-medium">
                  <input
                    type="radio"
                    name={`conflict-${part}`}
                    className="radio radio-primary radio-sm"
                    checked={taken.has(part) === (side === 'theirs')}
                    onChange={() => choose(part, side === 'theirs')}
                  />
                  {t(`bank:conflict.${side}`)}
                </span>
                <Marked
                  before={part === 'difficulty' ? t(`enum:difficulty.${sides.theirs}`) : sides.theirs}
                  after={part === 'difficulty' ? t(`enum:difficulty.${sides.mine}`) : sides.mine}
                  shows={side === 'mine' ? 'added' : 'removed'}
                />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <button type="button" className="btn self-start btn-primary" onClick={() => onMerge(merged(mine, other, taken))}>
        {t('bank:conflict.continue')}
      </button>
    </section>
  );
}

/** One of two texts, with what only it has marked. */
function Marked({ before, after, shows }: { before: string; after: string; shows: 'added' | 'removed' }) {
  const t = useT();
  if ((shows === 'added' ? after : before) === '')
    return <span className="text-muted">{t('bank:conflict.empty')}</span>;
  return (
    <span className="text-sm break-words whitespace-pre-line">
      {textChanges(before, after)
        .filter(({ change }) => change === 'same' || change === shows)
        .map(({ text, change }, n) =>
          change === 'same' ? (
            <span key={n}>{text}</span>
          ) : (
            <mark key={n} className={`text-inherit ${shows === 'added' ? 'bg-success/20' : 'bg-warning/30'}`}>
              {text}
            </mark>
          ),
        )}
    </span>
  );
}
