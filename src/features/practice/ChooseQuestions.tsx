import { useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { StartButton } from './StartButton.tsx';

type Bank = Data<'GET /exam/auth/user/practice/bank/view'>;
type Wish = Extract<Input<'POST /exam/auth/user/practice/start'>, { kind: 'bank' }>;

const COUNTS = [5, 10, 20, 50, 100];
const DEFAULT_COUNT = 10;

/** What to practise of a bank: topic, difficulty, how many, and which questions. */
export default island<{ bank: Bank }>(function ChooseQuestions({ bank, locale }) {
  const t = useT();
  const hydrated = useHydrated();
  const [wish, setWish] = useState<Wish>({ kind: 'bank', bankId: bank.id, count: DEFAULT_COUNT, only: 'all' });
  const only = [
    { value: 'all', label: t('practice:choose.onlyOf.all') },
    { value: 'new', label: t('practice:choose.onlyOf.new', { count: bank.newCount }) },
    { value: 'mistakes', label: t('practice:choose.onlyOf.mistakes', { count: bank.mistakeCount }) },
  ] as const;
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!hydrated}>
        <Select
          label={t('practice:choose.topic')}
          value={wish.topic ?? ''}
          options={[
            { value: '', label: t('practice:choose.anyTopic') },
            ...bank.topics.map(({ topic, count }) => ({
              value: topic,
              label: t('practice:choose.topicOf', { topic, count }),
            })),
          ]}
          onChange={(topic) => setWish({ ...wish, topic: topic || undefined })}
        />
        <Select
          label={t('practice:choose.difficulty')}
          value={String(wish.difficulty ?? '')}
          options={[
            { value: '', label: t('practice:choose.anyDifficulty') },
            ...bank.difficulties.map((level) => ({ value: String(level), label: t(`enum:difficulty.${level}`) })),
          ]}
          onChange={(level) => setWish({ ...wish, difficulty: level ? Number(level) : undefined })}
        />
        <Select
          label={t('practice:choose.count')}
          value={String(wish.count)}
          options={COUNTS.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(count) => setWish({ ...wish, count: Number(count) })}
        />
        <Select
          label={t('practice:choose.only')}
          value={wish.only ?? 'all'}
          options={only}
          onChange={(value) => setWish({ ...wish, only: only.find((each) => each.value === value)!.value })}
        />
      </fieldset>
      <div>
        <StartButton input={wish} label={t('practice:choose.start')} look="btn-primary" locale={locale} />
      </div>
    </div>
  );
});

type SelectProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <select className="select w-full" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
