import { useT } from '#src/i18n/island.tsx';
import { NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { type Choices, useExamForm, useSetting } from './exam-settings.ts';

const TYPES = ['single', 'multiple', 'judge', 'blank', 'short'] as const;
const LEVELS = [1, 2, 3, 4] as const;

/** One part of a drawn paper. */
export function SectionFields({ at, choices }: { at: number; choices: Choices }) {
  const t = useT();
  const { setValue } = useExamForm();
  const part = `sections.${at}` as const;
  const section = useSetting(part);
  const bank = choices.banks.find(({ id }) => id === section.bankId);
  const any = { value: null, label: t('exam:admin.any') };
  const listed = (values: readonly string[], chosen: string | null) => [
    any,
    ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField name={`${part}.title`} label={t('exam:admin.sectionTitle')} maxLength={100} />
      <SelectField
        name={`${part}.bankId`}
        label={t('exam:admin.bank')}
        options={choices.banks.map(({ id, title, questionCount }) => ({
          value: id,
          label: `${title} (${questionCount})`,
        }))}
        // Topics and tags are those of a bank.
        onChanged={() => {
          setValue(`${part}.topic`, null, { shouldDirty: true });
          setValue(`${part}.tag`, null, { shouldDirty: true });
        }}
      />
      <SelectField
        name={`${part}.type`}
        label={t('exam:admin.type')}
        options={TYPES.map((value) => ({ value, label: t(`enum:questionType.${value}`) }))}
      />
      <SelectField
        name={`${part}.difficulty`}
        label={t('exam:admin.difficulty')}
        options={[any, ...LEVELS.map((value) => ({ value, label: t(`enum:difficulty.${value}`) }))]}
      />
      <SelectField
        name={`${part}.topic`}
        label={t('exam:admin.topic')}
        options={listed(bank?.topics ?? [], section.topic)}
      />
      <SelectField name={`${part}.tag`} label={t('exam:admin.tag')} options={listed(bank?.tags ?? [], section.tag)} />
      <NumberField name={`${part}.count`} label={t('exam:admin.count')} />
      <NumberField name={`${part}.scoreEach`} label={t('exam:admin.scoreEach')} step={0.5} />
      <NumberField
        name={`${part}.limitSeconds`}
        label={t('exam:admin.sectionLimit')}
        hint={t('exam:admin.sectionLimitHint')}
        unit={60}
      />
    </div>
  );
}
