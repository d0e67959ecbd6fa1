import { useEffect, useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';

export type Holder = Data<'POST /course/auth/certificate/people/page'>['list'][number];
type Props = { chosen: Holder[]; onChange: (people: Holder[]) => void };

/** Delay after the last key before searching, ms. */
const PAUSE = 250;
const SHOWN = 20;

/** Chooses members by name, department or post. The form contains their ids as `userIds`. */
export function HolderPicker({ chosen, onChange }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useCall('POST /course/auth/certificate/people/page', {
    pageSize: SHOWN,
    keyword: keyword || undefined,
  });
  const isChosen = (person: Holder) => chosen.some(({ userId }) => userId === person.userId);
  const toggle = (person: Holder) =>
    onChange(isChosen(person) ? chosen.filter(({ userId }) => userId !== person.userId) : [...chosen, person]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('record:desk.people')}</legend>
      <input type="hidden" name="userIds" value={chosen.map(({ userId }) => userId).join()} readOnly />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('record:desk.chosen')}>
          {chosen.map((person) => (
            <li key={person.userId}>
              <button
                type="button"
                className="btn btn-soft btn-sm"
                aria-label={t('record:desk.remove', { name: person.userName })}
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
        placeholder={t('record:desk.peopleKeyword')}
        aria-label={t('record:desk.peopleKeyword')}
        className="input w-full"
      />
      <ul
        aria-busy={found.isPrevious || undefined}
        className="max-h-48 min-h-24 divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300"
      >
        {found.data?.list.map((person) => (
          <li key={person.userId}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
              <input
                type="checkbox"
                className="checkbox checkbox-sm rounded-sm"
                checked={isChosen(person)}
                disabled={!isChosen(person) && chosen.length >= MAX_ITEMS.certificateHolders}
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
        {found.data?.list.length === 0 && (
          <li className="p-6 text-center text-sm text-muted">{t('record:desk.nobody')}</li>
        )}
      </ul>
      {found.data && found.data.totalCount > SHOWN && (
        <p className="text-sm text-muted">{t('record:desk.more', { count: found.data.totalCount - SHOWN })}</p>
      )}
    </fieldset>
  );
}
