import { useController, useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PersonField, type Search } from '#src/features/people/PersonField.tsx';
import type { DocumentOf } from '../content/content-item.ts';
import { FieldGroup, Group } from '../kit/fields.tsx';
import { CheckField } from '../kit/form-fields.tsx';
import { AudienceRules } from '../requirements/AudienceRules.tsx';

type Announcement = DocumentOf<'announcement'>;
export type Choices = Data<'GET /system/auth/announcement/choices'>;

/** Who sees an announcement or a course: everybody, or some people by departments, positions and names. @param hint what that means */
export function AudienceFields({ choices, hint }: { choices: Choices; hint: string }) {
  const t = useT();
  const isRestricted = useWatch<Announcement, 'restricted'>({ name: 'restricted' });
  return (
    <Group title={t('site:admin.audience.title')} hint={hint}>
      <CheckField name="restricted" label={t('site:admin.audience.restricted')} />
      {isRestricted && (
        <>
          <AudienceRules choices={choices} />
          <People />
        </>
      )}
    </Group>
  );
}

/** Members by name, for those who edit content. */
export const findMembers: Search = async (keyword) =>
  (await api('POST /system/auth/announcement/people/page', { keyword, pageSize: 8 })).list;

/** Members by name; a press on a name makes it an exception, or an addition again. */
function People() {
  const t = useT();
  const { field, fieldState } = useController<Announcement, 'people'>({ name: 'people' });
  const people = field.value;
  const ids = people.map(({ userId }) => userId).sort();
  const found = useCall('POST /system/auth/announcement/people/page', { ids, pageSize: 100 });
  const nameOf = (id: string) => found.data?.list.find(({ userId }) => userId === id)?.userName ?? '…';
  const word = (excluded: boolean) => t(excluded ? 'site:admin.audience.excluded' : 'site:admin.audience.included');
  return (
    <FieldGroup
      name="people"
      label={t('site:admin.audience.people')}
      error={fieldState.error?.message}
      className="flex flex-col gap-3"
    >
      {people.length > 0 && (
        <ul className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
          {people.map(({ userId, excluded }) => (
            <li key={userId} className="join">
              <button
                type="button"
                className={`btn join-item btn-soft btn-sm ${excluded ? 'btn-warning' : ''}`}
                onClick={() =>
                  field.onChange(
                    people.map((each) => (each.userId === userId ? { userId, excluded: !excluded } : each)),
                  )
                }
              >
                {nameOf(userId)} · {word(excluded)}
                <span className="sr-only">{t('site:admin.audience.toggle', { to: word(!excluded) })}</span>
              </button>
              <button
                type="button"
                className="btn join-item btn-square btn-soft btn-sm"
                aria-label={`${t('site:admin.audience.remove')} ${nameOf(userId)}`}
                onClick={() => field.onChange(people.filter((each) => each.userId !== userId))}
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PersonField
        chosen={null}
        placeholder={t('site:admin.audience.findPerson')}
        search={findMembers}
        hint={t('site:admin.audience.finding')}
        onChoose={(person) => {
          if (person && !ids.includes(person.userId))
            field.onChange([...people, { userId: person.userId, excluded: false }]);
        }}
      />
    </FieldGroup>
  );
}
