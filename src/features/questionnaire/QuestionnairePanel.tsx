import { api } from '#src/client/api.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import type { Answers } from '#src/contract/rules/questionnaire.ts';
import { useT } from '#src/i18n/island.tsx';
import { type Draft, Filling } from './Filling.tsx';

type Props = {
  resourceId: string;
  /** What to go on with after it; null: this is the last resource. */
  next: { id: string; title: string } | null;
  courseHref: string;
  onChoose: (id: string) => void;
  /** The questionnaire was submitted, which completes the resource. */
  onCompleted: () => void;
};

/** The questionnaire of a resource in the study room: what is stored, the pages, and thanks. */
export function QuestionnairePanel({ resourceId, next, courseHref, onChoose, onCompleted }: Props) {
  const t = useT();
  const query = useCall('GET /course/auth/questionnaire/view', { resourceId });
  return (
    <div className="paper p-4 sm:p-6">
      <LoadState query={query} lines={6}>
        {(given) =>
          given.completed ? (
            <div role="status">
              <EmptyState
                icon="check-circle"
                title={t('questionnaire:form.done.title')}
                hint={t(given.anonymous ? 'questionnaire:form.done.anonymous' : 'questionnaire:form.done.named')}
              >
                {next ? (
                  <button type="button" className="btn btn-primary btn-sm" onClick={() => onChoose(next.id)}>
                    {t('questionnaire:form.done.next', { title: next.title })}
                  </button>
                ) : (
                  <a className="btn btn-primary btn-sm" href={courseHref}>
                    {t('questionnaire:form.done.course')}
                  </a>
                )}
              </EmptyState>
            </div>
          ) : (
            <Kept
              key={given.questionnaireId}
              resourceId={resourceId}
              given={given}
              onSubmitted={() => {
                query.reload();
                onCompleted();
              }}
            />
          )
        }
      </LoadState>
    </div>
  );
}

type KeptProps = Pick<Parameters<typeof Filling>[0], 'given' | 'onSubmitted'> & { resourceId: string };

/** The form with what this device has kept of it. Nothing is on the server before it is submitted. */
function Kept({ resourceId, given, onSubmitted }: KeptProps) {
  const { questionnaireId } = given;
  const { restored, isKept, keep, forget } = useLocalDraft<Draft>(PAGE_OWNER, `filling-${questionnaireId}`);
  if (restored === undefined) return null;
  const send = (checked: Answers) => {
    const answers = Object.entries(checked).map(([question, answer]) => ({ question, ...answer }));
    const input = { resourceId, questionnaireId, answers };
    return api('POST /course/auth/questionnaire/submit', input, { isShowErrTip: false });
  };
  return <Filling {...{ given, onSubmitted, isKept, keep, forget, send }} draft={restored?.value ?? null} />;
}
