import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import type { OperationInput } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Group } from '../../kit/fields.tsx';
import { ApplyForm } from './ApplyForm.tsx';
import { OtherExams } from './OtherExams.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { RegradeList } from './RegradeList.tsx';
import { type Draft, draftOf, type Question, ruleOf } from './rule-draft.ts';
import { RuleForm } from './RuleForm.tsx';
import type { Preview, Target } from './targets.ts';

const VIEW = 'GET /exam/auth/exam/regrade/view';
type Props = { which: OperationInput<typeof VIEW>; timeZone: string };

/** Regrades a question of an exam: how it counts, what that changes, and earlier regrades. */
function Regrade({ which, timeZone }: Props) {
  const query = useCall(VIEW, which);
  return <LoadState query={query}>{(question) => <QuestionRegrade {...{ question, timeZone }} />}</LoadState>;
}

function QuestionRegrade({ question, timeZone }: { question: Question; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const top = useRef<HTMLElement>(null);
  const [draft, setDraft] = useState<Draft>(() => draftOf(question, question.rule));
  const [preview, setPreview] = useState<Preview | null>(null);
  const [others, setOthers] = useState<Target[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const { examId, questionId, version, blocked } = question;
  const rule = ruleOf(question, draft);
  const regrade = { examId, questionId, version, rule };
  const change = (next: Draft) => {
    setDraft(next);
    setPreview(null);
    setOthers([]);
    setErrors({});
    setAlert('');
  };
  const look = useAction(async (pageCurrent: number) => {
    try {
      const input = { ...regrade, pageCurrent };
      setPreview(await api('POST /exam/auth/exam/regrade/preview', input, { isShowErrTip: false }));
      setErrors({});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setPreview(null);
      setErrors(error.fields);
      setAlert(Object.keys(error.fields).length === 0 ? error.message : '');
    }
  });
  const applied = (failed: string[]) => {
    change(draft);
    setAlert(failed.join('\n'));
    invalidate(VIEW, 'POST /exam/auth/exam/regrade/page');
    top.current?.scrollIntoView({ block: 'start' });
  };
  const link = (of: number) => href(locale, `/admin/exams/regrade?exam=${examId}&question=${questionId}&version=${of}`);
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1 className="text-2xl font-semibold">{t('marking:regrade.title')}</h1>
        <p className="mt-1 break-words text-muted">{question.title}</p>
      </header>
      {question.versions.length > 1 && (
        <Choices
          label={t('marking:regrade.versions')}
          choices={question.versions.map(({ version: of, attempts }) => ({
            label: t('marking:regrade.version', { version: of, count: attempts }),
            ...{ href: link(of), chosen: of === version },
          }))}
        />
      )}
      <section ref={top} className="paper scroll-mt-20 p-5 sm:p-6" aria-label={t('marking:regrade.question')}>
        <p className="mb-2 text-sm text-muted">
          {t(`enum:questionType.${question.type}`)} · {t('marking:regrade.worth', { score: question.score })}
        </p>
        <QuestionText text={question.stem} html={question.html.stem} />
        {question.options.length > 0 && (
          <ul className="mt-3 flex flex-col gap-1">
            {question.options.map((text) => (
              <li key={text} className="break-words">
                {text}
                {Array.isArray(question.key) && (question.key as string[]).includes(text) && (
                  <span className="ms-2 badge badge-soft badge-sm badge-success">{t('marking:regrade.onPaper')}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <RegradeList {...{ question, timeZone }} onUndo={(before) => change(draftOf(question, before))} />
      {blocked ? (
        <p role="status" className="alert alert-warning alert-soft">
          {t(`marking:regrade.blocked.${blocked}`)}
        </p>
      ) : (
        <Group title={t('marking:regrade.ruleTitle')} hint={t('marking:regrade.ruleHint')}>
          <fieldset className="contents" disabled={!hydrated}>
            <RuleForm {...{ question, draft, errors }} onChange={change} />
          </fieldset>
          <FormAlert text={alert} />
          <button
            type="button"
            className="btn self-start btn-primary"
            disabled={!hydrated || look.isPending}
            onClick={() => void look.run(1)}
          >
            {t('marking:regrade.preview')}
          </button>
        </Group>
      )}
      {preview && (
        <Group title={t('marking:regrade.previewTitle')} hint={t('marking:regrade.previewHint')}>
          <PreviewPanel {...{ regrade, preview }} isPending={look.isPending} onPage={(page) => void look.run(page)} />
          <OtherExams {...{ regrade }} chosen={others} onChange={setOthers} />
          <ApplyForm
            targets={[{ regrade, title: question.title, preview }, ...others]}
            onApplied={applied}
            onChanged={() => void look.run(1)}
          />
        </Group>
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Regrade {...props} />
  </GivenContext>
));
