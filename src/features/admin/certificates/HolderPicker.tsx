import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useAction } from '#src/client/use-action.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

const PEOPLE = 'POST /course/auth/certificate/people/page';
export type Holder = Data<typeof PEOPLE>['list'][number];
type Props = {
  label: string;
  /** Leaves out who holds this certificate, and for whom it is requested. */
  certificateId?: string;
  /** Only lecturers, one by one. */
  isLecturer?: boolean;
  chosen: Holder[];
  onChange: (people: Holder[]) => void;
};

/** Delay after the last key before searching, ms. */
const PAUSE = 250;
const SHOWN = 20;
const MOST = MAX_ITEMS.certificateHolders;

/** Chooses members by name, department or post, one by one or all that were found. The form contains their ids as `userIds`. */
export function HolderPicker({ label, certificateId, isLecturer, chosen, onChange }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPrevious, more } = useFound({ keyword: keyword || undefined, certificateId, isLecturer });
  const total = data?.totalCount ?? 0;
  const isChosen = (person: Holder) => chosen.some(({ userId }) => userId === person.userId);
  const toggle = (person: Holder) =>
    onChange(isChosen(person) ? chosen.filter(({ userId }) => userId !== person.userId) : [...chosen, person]);
  const free = MOST - chosen.length;
  const chooseAll = useAction(async () => {
    const input = { keyword: keyword || undefined, certificateId, pageSize: MAX_ITEMS.page };
    const added: Holder[] = [];
    for (let pageCurrent = 1, last = false; added.length < free && !last; pageCurrent++) {
      const { list, totalPage } = await api(PEOPLE, { ...input, pageCurrent });
      added.push(...list.filter((person) => !isChosen(person)));
      last = pageCurrent >= totalPage;
    }
    onChange([...chosen, ...added.slice(0, free)]);
  });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <input type="hidden" name="userIds" value={chosen.map(({ userId }) => userId).join()} readOnly />
      {chosen.length > 0 && (
        <ul className="flex max-h-40 flex-wrap gap-2 overflow-y-auto" aria-label={t('record:issued.chosen')}>
          {chosen.map((person) => (
            <li key={person.userId}>
              <button
                type="button"
                className="btn btn-soft btn-sm"
                aria-label={t('record:issued.remove', { name: person.userName })}
                onClick={() => toggle(person)}
              >
                {person.userName}
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        type="search"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter searches; it does not send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
        placeholder={t('record:issued.peopleKeyword')}
        aria-label={t('record:issued.peopleKeyword')}
        className="input w-full"
      />
      {total > 1 && !isLecturer && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('record:issued.chosenOf', { chosen: chosen.length, most: MOST })}
          </p>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={free === 0 || chooseAll.isPending}
            onClick={() => void chooseAll.run()}
          >
            {t(total > MOST ? 'record:issued.chooseFirst' : 'record:issued.chooseFound', {
              count: Math.min(total, MOST),
            })}
          </button>
        </div>
      )}
      <ul
        aria-busy={isPrevious || undefined}
        className="max-h-48 min-h-24 divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300"
      >
        {data?.list.map((person) => (
          <li key={person.userId}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
              <input
                type="checkbox"
                className="checkbox checkbox-sm rounded-sm"
                checked={isChosen(person)}
                disabled={!isChosen(person) && free === 0}
                onChange={() => toggle(person)}
              />
              <span className="min-w-0 break-words">
                {person.userName}
                <span className="block text-sm text-muted">
                  {[person.department, person.post].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
        {data && data.list.length < total && (
          <li className="p-2 text-center">
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={more.isPending}
              onClick={() => void more.run()}
            >
              {t('record:issued.showMore')}
            </button>
          </li>
        )}
        {data?.list.length === 0 && <li className="p-6 text-center text-sm text-muted">{t('record:issued.nobody')}</li>}
      </ul>
      {data && total > data.list.length && (
        <p className="text-sm text-muted">{t('record:issued.more', { count: total - data.list.length })}</p>
      )}
    </fieldset>
  );
}

/** The members that match, with further pages appended on demand. */
function useFound(which: Input<typeof PEOPLE>) {
  const asked = { ...which, pageSize: SHOWN };
  const first = useCall(PEOPLE, asked);
  const [added, setAdded] = useState<{ to: unknown; list: Holder[]; pages: number }>();
  // Of another first page, e.g. of another keyword.
  const further = added?.to === first.data ? added : undefined;
  const more = useAction(async () => {
    const pages = (further?.pages ?? 1) + 1;
    const { list } = await api(PEOPLE, { ...asked, pageCurrent: pages });
    setAdded({ to: first.data, list: [...(further?.list ?? []), ...list], pages });
  });
  const data = first.data && { ...first.data, list: [...first.data.list, ...(further?.list ?? [])] };
  return { data, isPrevious: first.isPrevious, more };
}
