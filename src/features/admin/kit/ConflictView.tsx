import './conflict.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { textChanges } from '#src/lib/text-changes.ts';

/** A part that two people have changed differently, as texts. */
export type Difference<N extends string> = {
  name: N;
  label: string;
  mine: string;
  theirs: string;
  /** Only they have changed it: theirs is chosen at first. */
  isTheirs?: boolean;
};
type Props<N extends string> = {
  title: string;
  /** What has happened. */
  intro: string;
  differences: Difference<N>[];
  /** Goes on with what was chosen, on top of their version. @param taken parts of which theirs was chosen */
  onMerge: (taken: ReadonlySet<N>) => void;
};

/** What was typed beside what somebody else has stored meanwhile; of each part that differs one is chosen. */
export function ConflictView<N extends string>({ title, intro, differences, onMerge }: Props<N>) {
  const t = useT();
  const [taken, setTaken] = useState<ReadonlySet<N>>(
    () => new Set(differences.flatMap(({ name, isTheirs }) => (isTheirs ? name : []))),
  );
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current!.focus(), []);
  const choose = (names: N[], side: 'mine' | 'theirs') => {
    const next = new Set(taken);
    for (const name of names)
      if (side === 'theirs') next.add(name);
      else next.delete(name);
    setTaken(next);
  };
  return (
    <section ref={shown} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-4 outline-none" aria-label={title}>
      <h2 className="text-lg font-semibold">{title}</h2>
      <div role="alert" className="alert alert-soft alert-warning">
        {intro}
      </div>
      {differences.length === 0 && <p>{t('admin:conflict.same')}</p>}
      {differences.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {(['mine', 'theirs'] as const).map((side) => (
            <button
              key={side}
              type="button"
              className="btn btn-outline btn-sm"
              onClick={() =>
                choose(
                  differences.map(({ name }) => name),
                  side,
                )
              }
            >
              {t(`admin:conflict.all.${side}`)}
            </button>
          ))}
        </div>
      )}
      {differences.map(({ name, label, mine, theirs }) => (
        <fieldset key={name}>
          <legend className="mb-1.5 text-sm font-medium">{label}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <Side
                key={side}
                name={name}
                side={side}
                isChosen={taken.has(name) === (side === 'theirs')}
                onChoose={() => choose([name], side)}
              >
                <Marked before={theirs} after={mine} shows={side === 'mine' ? 'added' : 'removed'} />
              </Side>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-primary" onClick={() => onMerge(taken)}>
          {t('admin:conflict.continue')}
        </button>
        <p className="text-sm text-muted">{t('admin:conflict.continueHint')}</p>
      </div>
    </section>
  );
}

type SideProps = {
  name: string;
  side: 'mine' | 'theirs';
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** One of the two versions of a part. */
function Side({ name, side, isChosen, onChoose, children }: SideProps) {
  const t = useT();
  const id = useId();
  return (
    <label className="flex min-w-0 cursor-pointer flex-col gap-2 rounded-box border border-base-300 bg-base-100 p-3 has-checked:border-primary">
      <span className="flex items-center gap-2 text-sm font-medium">
        <input
          type="radio"
          name={`conflict-${name}`}
          className="radio radio-primary radio-sm"
          aria-labelledby={`${id}-side`}
          aria-describedby={`${id}-text`}
          checked={isChosen}
          onChange={onChoose}
        />
        <span id={`${id}-side`}>{t(`admin:conflict.${side}`)}</span>
      </span>
      <span id={`${id}-text`}>{children}</span>
    </label>
  );
}

/** One of two texts, with what only it has marked. */
function Marked({ before, after, shows }: { before: string; after: string; shows: 'added' | 'removed' }) {
  const t = useT();
  if ((shows === 'added' ? after : before) === '')
    return <span className="text-muted">{t('admin:conflict.empty')}</span>;
  // What differs may have the same text, e.g. two pictures of one name.
  if (before === after) return <span className="text-sm break-words whitespace-pre-line">{after}</span>;
  return (
    <span className="text-sm break-words whitespace-pre-line">
      {textChanges(before, after)
        .filter(({ change }) => change === 'same' || change === shows)
        .map(({ text, change }, n) =>
          change === 'same' ? (
            <span key={n}>{text}</span>
          ) : (
            <mark key={n} className={shows === 'added' ? 'conflict-mine' : 'conflict-theirs'}>
              {text}
            </mark>
          ),
        )}
    </span>
  );
}
