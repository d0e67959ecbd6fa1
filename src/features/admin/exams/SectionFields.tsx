import { useT } from '#src/i18n/island.tsx';
import type { Choices, Section } from './exam-settings.ts';
import { NumberField, RemoveButton, SelectField, TextField } from '../kit/fields.tsx';

const TYPES = ['single', 'multiple', 'judge', 'blank', 'short'] as const;
const LEVELS = ['1', '2', '3', '4'] as const;

type Props = {
  section: Section;
  number: number;
  choices: Choices;
  onChange: (part: Partial<Section>) => void;
  onRemove: () => void;
};

/** One part of a drawn paper. */
export function SectionFields({ section, number, choices, onChange, onRemove }: Props) {
  const t = useT();
  const bank = choices.banks.find(({ id }) => id === section.bankId);
  const any = { value: '', label: t('exam:admin.any') };
  const listed = (values: readonly string[], chosen: string | null) => [
    any,
    ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value })),
  ];
  return (
    <fieldset className="flex flex-col gap-4 rounded-box border border-base-300 p-4">
      <legend className="px-1 text-sm font-medium">{t('exam:admin.section', { n: number })}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t('exam:admin.sectionTitle')}
          value={section.title}
          maxLength={100}
          onChange={(title) => onChange({ title })}
        />
        <SelectField
          label={t('exam:admin.bank')}
          value={section.bankId}
          options={choices.banks.map(({ id, title, questionCount }) => ({
            value: id,
            label: `${title} (${questionCount})`,
          }))}
          onChange={(bankId) => onChange({ bankId, topic: null, tag: null })}
        />
        <SelectField
          label={t('exam:admin.type')}
          value={section.type}
          options={TYPES.map((value) => ({ value, label: t(`enum:questionType.${value}`) }))}
          onChange={(type) => onChange({ type })}
        />
        <SelectField
          label={t('exam:admin.difficulty')}
          value={section.difficulty === null ? '' : String(section.difficulty)}
          options={[any, ...LEVELS.map((value) => ({ value, label: t(`enum:difficulty.${value}`) }))]}
          onChange={(value) => onChange({ difficulty: value ? Number(value) : null })}
        />
        <SelectField
          label={t('exam:admin.topic')}
          value={section.topic ?? ''}
          options={listed(bank?.topics ?? [], section.topic)}
          onChange={(topic) => onChange({ topic: topic || null })}
        />
        <SelectField
          label={t('exam:admin.tag')}
          value={section.tag ?? ''}
          options={listed(bank?.tags ?? [], section.tag)}
          onChange={(tag) => onChange({ tag: tag || null })}
        />
        <NumberField label={t('exam:admin.count')} value={section.count} onChange={(count) => onChange({ count })} />
        <NumberField
          label={t('exam:admin.scoreEach')}
          value={section.scoreEach}
          step={0.5}
          onChange={(scoreEach) => onChange({ scoreEach })}
        />
        <NumberField
          label={t('exam:admin.sectionLimit')}
          hint={t('exam:admin.sectionLimitHint')}
          value={section.limitSeconds ?? 0}
          unit={60}
          onChange={(seconds) => onChange({ limitSeconds: seconds || null })}
        />
      </div>
      <div className="flex justify-end">
        <RemoveButton name={section.title} onClick={onRemove} />
      </div>
    </fieldset>
  );
}
