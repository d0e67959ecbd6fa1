import { useFieldArray, useWatch } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, DayField, SelectField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { newRule, type Settings } from './requirement-settings.ts';

type Named = { id: string; title: string };
/** What rules can name. */
export type RuleChoices = { departments: readonly Named[]; positions: readonly Named[] };
type WithRules = Pick<Settings, 'rules'>;

/** The rules of an audience: groups of people by department, position and joining date, and those who are excepted. */
export function AudienceRules({ choices }: { choices: RuleChoices }) {
  const t = useT();
  const rows = useFieldArray<WithRules, 'rules'>({ name: 'rules' });
  const rules = useWatch<WithRules, 'rules'>({ name: 'rules' });
  const option = ({ id, title }: Named) => ({ value: id as string | null, label: title });
  return (
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
  );
}
