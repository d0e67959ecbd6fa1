import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';
import type { EditorProps } from './exam-settings.ts';
import { NumberField, RemoveButton, SelectField, TextField } from '../kit/fields.tsx';

const SHOWN = 20;

/** The chosen questions of a fixed paper, and the banks to choose from. */
export function FixedPaper({ settings, change, choices }: EditorProps) {
  const t = useT();
  const { questions } = settings;
  const [bankId, setBank] = useState(choices.banks[0]?.id ?? '');
  const [keyword, setKeyword] = useState('');
  const found = useCall('POST /exam/auth/exam/admin/question/page', {
    ...{ bankId, pageSize: SHOWN, keyword: keyword.trim() || undefined },
  });
  const isChosen = (id: string) => questions.some(({ questionId }) => questionId === id);
  const last = questions.at(-1);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-medium">{t('exam:admin.chosen', { count: questions.length })}</h3>
        <ol className="divide-y divide-base-300 rounded-box border border-base-300">
          {questions.map((question, i) => (
            <li key={question.questionId} className="flex flex-col gap-3 p-3">
              <p className="line-clamp-2 break-words">
                <span className="tabular-nums">{i + 1}.</span> {question.stem}
              </p>
              <div className="grid items-end gap-3 sm:grid-cols-[1fr_6rem_auto]">
                <TextField
                  label={t('exam:admin.sectionTitle')}
                  value={question.section}
                  maxLength={100}
                  onChange={(section) =>
                    change({ questions: questions.map((each, at) => (at === i ? { ...each, section } : each)) })
                  }
                />
                <NumberField
                  label={t('exam:admin.score')}
                  value={question.score}
                  step={0.5}
                  onChange={(score) =>
                    change({ questions: questions.map((each, at) => (at === i ? { ...each, score } : each)) })
                  }
                />
                <RemoveButton
                  name={question.stem}
                  onClick={() => change({ questions: questions.filter((_, at) => at !== i) })}
                />
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-medium">{t('exam:admin.choose')}</h3>
        <SelectField
          label={t('exam:admin.bank')}
          value={bankId}
          options={choices.banks.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setBank}
        />
        <TextField label={t('exam:admin.keyword')} value={keyword} maxLength={100} onChange={setKeyword} />
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
                  change({
                    questions: [
                      ...questions,
                      { ...question, section: last?.section ?? t('exam:admin.firstSection'), score: last?.score ?? 10 },
                    ],
                  })
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
