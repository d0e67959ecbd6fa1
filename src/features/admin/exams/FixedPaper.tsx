import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';
import * as fields from '../kit/fields.tsx';
import { NumberField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import type { EditorProps, Settings } from './exam-settings.ts';
import { useSetting } from './exam-settings.ts';

const SHOWN = 20;

/** The chosen questions of a fixed paper, and the banks to choose from. */
export function FixedPaper({ choices }: EditorProps) {
  const t = useT();
  const chosen = useFieldArray<Settings, 'questions'>({ name: 'questions' });
  const questions = useSetting('questions');
  const [bankId, setBank] = useState(choices.banks[0]?.id ?? '');
  const [keyword, setKeyword] = useState('');
  const found = useCall('POST /exam/auth/exam/admin/question/page', {
    ...{ bankId, pageSize: SHOWN, keyword: keyword.trim() || undefined },
  });
  const isChosen = (id: string) => questions.some(({ questionId }) => questionId === id);
  const last = questions.at(-1);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Rows
        name="questions"
        label={t('exam:admin.chosen', { count: questions.length })}
        rows={chosen}
        nameOf={(at) => `${at + 1}. ${questions[at]?.stem ?? ''}`}
      >
        {(at) => (
          <div className="grid gap-3 sm:grid-cols-[1fr_6rem]">
            <TextField name={`questions.${at}.section`} label={t('exam:admin.sectionTitle')} maxLength={100} />
            <NumberField name={`questions.${at}.score`} label={t('exam:admin.score')} step={0.5} />
          </div>
        )}
      </Rows>
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-medium">{t('exam:admin.choose')}</h3>
        <fields.SelectField
          label={t('exam:admin.bank')}
          value={bankId}
          options={choices.banks.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setBank}
        />
        <fields.TextField label={t('exam:admin.keyword')} value={keyword} maxLength={100} onChange={setKeyword} />
        <ul
          aria-busy={found.isPrevious || undefined}
          className="max-h-96 divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300"
        >
          {found.data?.list.map((question) => (
            <li key={question.questionId} className="flex items-start gap-3 p-3">
              <p className="min-w-0 grow break-words">
                {question.stem}
                <span className="block text-sm text-muted">
                  {t(`enum:questionType.${question.type}`)} · {t(`enum:difficulty.${question.difficulty}`)}
                  {question.topic && ` · ${question.topic}`}
                </span>
              </p>
              <button
                type="button"
                className="btn btn-outline btn-sm"
                disabled={isChosen(question.questionId)}
                onClick={() =>
                  chosen.append(
                    { ...question, section: last?.section ?? t('exam:admin.firstSection'), score: last?.score ?? 10 },
                    // The next question is chosen here.
                    { shouldFocus: false },
                  )
                }
              >
                {t('exam:admin.add')}
                <span className="sr-only">{question.stem}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.data && found.data.totalCount > SHOWN && (
          <p className="text-sm text-muted">{t('exam:admin.more', { count: found.data.totalCount - SHOWN })}</p>
        )}
      </div>
    </div>
  );
}
