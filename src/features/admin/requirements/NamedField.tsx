import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PersonField, type Person, type Search } from '#src/features/people/PersonField.tsx';
import { FieldGroup, type FieldOf } from '../kit/fields.tsx';
import type { Settings } from './requirement-settings.ts';

type Props = FieldOf<Settings['people']> & { hidden: number };

const search: Search = async (keyword) =>
  (await api('POST /course/auth/requirement/people/page', { keyword, pageSize: 8 })).list;

/** Members who are added or left out by name. */
export function NamedField({ value, onChange, hidden, ref: _, ...group }: Props) {
  const t = useT();
  const [excluded, setExcluded] = useState(false);
  const add = (person: Person | null) => {
    if (!person) return;
    const { userId, userName } = person;
    onChange([...value.filter((each) => each.userId !== userId), { userId, userName, excluded, department: null }]);
  };
  return (
    <FieldGroup {...group} className="flex flex-col gap-3">
      {value.length > 0 && (
        <ul className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
          {value.map((person) => (
            <li key={person.userId}>
              <button
                type="button"
                className={`btn btn-soft btn-sm ${person.excluded ? 'btn-warning' : ''}`}
                onClick={() => onChange(value.filter(({ userId }) => userId !== person.userId))}
              >
                <span className="sr-only">{t('requirement:editor.remove')}</span>
                {person.userName} · {t(person.excluded ? 'requirement:editor.excluded' : 'requirement:editor.included')}
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="text-sm text-muted">{t('requirement:editor.hidden', { count: hidden })}</p>}
      <div className="flex gap-4">
        {[false, true].map((each) => (
          <label key={String(each)} className="flex items-center gap-2">
            <input
              type="radio"
              className="radio radio-sm"
              checked={excluded === each}
              onChange={() => setExcluded(each)}
            />
            {t(each ? 'requirement:editor.excludeNamed' : 'requirement:editor.addNamed')}
          </label>
        ))}
      </div>
      <PersonField
        chosen={null}
        onChoose={add}
        placeholder={t('requirement:editor.namedSearch')}
        search={search}
        hint={t('requirement:editor.namedHint')}
      />
    </FieldGroup>
  );
}
