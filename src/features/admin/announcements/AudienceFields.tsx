import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PersonField, type Search } from '#src/features/people/PersonField.tsx';
import type { DocumentOf } from '../content/content-item.ts';
import { FieldGroup, Group } from '../kit/fields.tsx';
import { CheckField, DayField, SelectField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';

type Announcement = DocumentOf<'announcement'>;
export type Choices = Data<'GET /system/auth/announcement/choices'>;

const newRule = (excluded: boolean): Announcement['rules'][number] => ({
  ...{ excluded, departmentId: null, withBelow: true, positionId: null, joinedSince: null },
});

/** Whom an announcement concerns: everybody, or some people by departments, positions and names. */
export function AudienceFields({ choices }: { choices: Choices }) {
  const t = useT();
  const { control } = useFormContext<Announcement>();
  const rows = useFieldArray<Announcement, 'rules'>({ control, name: 'rules' });
  const [isRestricted, rules] = useWatch<Announcement, ['restricted', 'rules']>({ name: ['restricted', 'rules'] });
  const option = ({ id, title }: { id: string; title: string }) => ({ value: id as string | null, label: title });
  return (
    <Group title={t('site:desk.audience.title')} hint={t('site:desk.audience.hint')}>
      <CheckField name="restricted" label={t('site:desk.audience.restricted')} />
      {isRestricted && (
        <>
          <Rows
            name="rules"
            label={t('site:desk.audience.rules')}
            rows={rows}
            nameOf={(at) =>
              t(rules[at]?.excluded ? 'site:desk.audience.exclusion' : 'site:desk.audience.rule', { n: at + 1 })
            }
            commands={[false, true].map((excluded) => (
              <button
                key={String(excluded)}
                type="button"
                className="btn btn-sm"
                onClick={() => rows.append(newRule(excluded))}
              >
                <Icon name="plus" className="size-4" />
                {t(excluded ? 'site:desk.audience.addExclusion' : 'site:desk.audience.addRule')}
              </button>
            ))}
          >
            {(at) => (
              <div className="grid gap-5 sm:grid-cols-2">
                <div className="flex flex-col gap-3">
                  <SelectField
                    name={`rules.${at}.departmentId`}
                    label={t('site:desk.audience.department')}
                    options={[
                      { value: null, label: t('site:desk.audience.anyDepartment') },
                      ...choices.departments.map(option),
                    ]}
                  />
                  {rules[at]?.departmentId && (
                    <CheckField name={`rules.${at}.withBelow`} label={t('site:desk.audience.withBelow')} />
                  )}
                </div>
                <SelectField
                  name={`rules.${at}.positionId`}
                  label={t('site:desk.audience.position')}
                  options={[
                    { value: null, label: t('site:desk.audience.anyPosition') },
                    ...choices.positions.map(option),
                  ]}
                />
                <DayField name={`rules.${at}.joinedSince`} label={t('site:desk.audience.joinedSince')} />
              </div>
            )}
          </Rows>
          <People />
        </>
      )}
    </Group>
  );
}

const search: Search = async (keyword) =>
  (await api('POST /system/auth/announcement/people/page', { keyword, pageSize: 8 })).list;

/** Members by name; a press on a name makes it an exception, or an addition again. */
function People() {
  const t = useT();
  const { field, fieldState } = useController<Announcement, 'people'>({ name: 'people' });
  const people = field.value;
  const ids = people.map(({ userId }) => userId).sort();
  const found = useCall('POST /system/auth/announcement/people/page', { ids, pageSize: 100 });
  const nameOf = (id: string) => found.data?.list.find(({ userId }) => userId === id)?.userName ?? '…';
  const word = (excluded: boolean) => t(excluded ? 'site:desk.audience.excluded' : 'site:desk.audience.included');
  return (
    <FieldGroup
      name="people"
      label={t('site:desk.audience.people')}
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
                <span className="sr-only">{t('site:desk.audience.toggle', { to: word(!excluded) })}</span>
              </button>
              <button
                type="button"
                className="btn join-item btn-square btn-soft btn-sm"
                aria-label={`${t('site:desk.audience.remove')} ${nameOf(userId)}`}
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
        placeholder={t('site:desk.audience.findPerson')}
        search={search}
        hint={t('site:desk.audience.finding')}
        onChoose={(person) => {
          if (person && !ids.includes(person.userId))
            field.onChange([...people, { userId: person.userId, excluded: false }]);
        }}
      />
    </FieldGroup>
  );
}
