import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';

type Check = Data<'GET /exam/auth/exam/admin/check'>;
type Preview = Data<'GET /exam/auth/exam/admin/preview'>;

/** Whether the banks fill the saved paper, how alike papers are, and a drawn paper. */
export function PaperCheck({ id }: { id: string }) {
  const t = useT();
  const check = useCall('GET /exam/auth/exam/admin/check', { id });
  const [preview, setPreview] = useState<Preview | null>(null);
  const draw = useAction(async () => setPreview(await api('GET /exam/auth/exam/admin/preview', { id })));
  return (
    <Group title={t('exam:admin.group.check')} hint={t('exam:admin.checkHint')}>
      <LoadState query={check}>{(found) => <Facts check={found} />}</LoadState>
      <button
        type="button"
        className="btn btn-outline btn-sm self-start"
        disabled={draw.isPending}
        onClick={() => void draw.run()}
      >
        {t(preview ? 'exam:admin.previewAgain' : 'exam:admin.preview')}
      </button>
      {preview && <Paper paper={preview} />}
    </Group>
  );
}

function Facts({ check }: { check: Check }) {
  const t = useT();
  const isFixed = check.paperKind === 'fixed';
  const { parts, overlap, questionCount, totalScore, easiest, hardest } = check;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {parts.map((part, i) => (
          <li key={i} className={`flex items-start gap-3 ${part.lacks > 0 ? 'text-error' : ''}`}>
            <Icon name={part.lacks > 0 ? 'x-circle' : 'check-circle'} className="mt-0.5 size-5" />
            <span>
              {t(part.lacks > 0 ? 'exam:admin.lacks' : isFixed ? 'exam:admin.fixedPart' : 'exam:admin.filled', {
                ...{ title: part.title, count: part.count, available: part.available, lacks: part.lacks },
              })}
            </span>
          </li>
        ))}
      </ul>
      <ul className="text-sm text-muted">
        <li>{t('exam:admin.paperTotal', { count: questionCount, score: totalScore })}</li>
        <li>
          {isFixed || (overlap === questionCount && questionCount > 0)
            ? t('exam:admin.alike')
            : t('exam:admin.overlap', { overlap, count: questionCount })}
        </li>
        <li>
          {easiest === hardest ? t('exam:admin.mean', { mean: easiest }) : t('exam:admin.spread', { easiest, hardest })}
        </li>
      </ul>
    </div>
  );
}

function Paper({ paper }: { paper: Preview }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3" data-testid="preview">
      <p className="text-sm text-muted">
        {t('exam:admin.previewOf', { mean: paper.meanDifficulty, seed: paper.seed })}
      </p>
      <ol className="divide-y divide-base-300 rounded-box border border-base-300">
        {paper.questions.map((question, i) => (
          <li key={question.questionId} className="p-4">
            <p className="text-sm text-muted">
              {question.section} · {t(`enum:questionType.${question.type}`)} ·{' '}
              {t(`enum:difficulty.${question.difficulty}`)}
              {question.topic && ` · ${question.topic}`} · {t('exam:admin.scoreOf', { score: question.score })}
            </p>
            <p className="mt-1 break-words whitespace-pre-line">
              <span className="tabular-nums">{i + 1}.</span> {question.stem}
            </p>
            <ul className="mt-1 text-muted">
              {question.options.map((option) => (
                <li key={option.key}>
                  {option.key}. {option.text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
