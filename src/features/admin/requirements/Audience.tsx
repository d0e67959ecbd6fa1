import { useFieldArray } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { bound, CheckField, DayField, SelectField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { NamedField } from './NamedField.tsx';
import { type Choices, newRule, type Settings, useRequirementForm, useSetting } from './requirement-settings.ts';

const Named = bound(NamedField);

/** Whom a requirement concerns: rules about groups, and people by name. */
export function Audience({ choices, hidden }: { choices: Choices; hidden: number }) {
  const t = useT();
  const { control } = useRequirementForm();
  const rows = useFieldArray<Settings, 'rules'>({ control, name: 'rules' });
  const rules = useSetting('rules');
  const option = ({ id, title }: { id: string; title: string }) => ({ value: id, label: title });
  return (
    <Group title={t('requirement:editor.who')} hint={t('requirement:editor.whoHint')}>
      <Rows
        name="rules"
        label={t('requirement:editor.rules')}
        rows={rows}
        nameOf={(at) =>
          t(rules[at]?.excluded ? 'requirement:editor.exclusionName' : 'requirement:editor.ruleName', { n: at + 1 })
        }
        commands={[false, true].map((excluded) => (
          <button
            key={String(excluded)}
            type="button"
            className="btn btn-sm"
            onClick={() => rows.append(newRule(excluded))}
          >
            <Icon name="plus" className="size-4" />
            {t(excluded ? 'requirement:editor.addExclusion' : 'requirement:editor.addRule')}
          </button>
        ))}
      >
        {(at) => (
          <div className="grid gap-5 sm:grid-cols-2">
            <div className="flex flex-col gap-3">
              <SelectField
                name={`rules.${at}.departmentId`}
                label={t('requirement:editor.department')}
                options={[
                  { value: null, label: t('requirement:editor.anyDepartment') },
                  ...choices.departments.map(option),
                ]}
              />
              {rules[at]?.departmentId && (
                <CheckField name={`rules.${at}.withBelow`} label={t('requirement:editor.withBelow')} />
              )}
            </div>
            <SelectField
              name={`rules.${at}.positionId`}
              label={t('requirement:editor.position')}
              options={[{ value: null, label: t('requirement:editor.anyPosition') }, ...choices.positions.map(option)]}
            />
            <DayField
              name={`rules.${at}.joinedSince`}
              label={t('requirement:editor.joinedSince')}
              hint={t('requirement:editor.joinedSinceHint')}
            />
          </div>
        )}
      </Rows>
      <Named name="people" label={t('requirement:editor.named')} hidden={hidden} />
    </Group>
  );
}
