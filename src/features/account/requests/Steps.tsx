import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { isRole } from '#src/contract/rules/flow.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';

type Request = Data<'GET /user/auth/flow/instance/view'>;
type Step = Request['steps'][number];
/** `skipped`: not reached, because the request was rejected or withdrawn before. */
type StepState = 'approved' | 'rejected' | 'current' | 'waiting' | 'skipped';

const LOOK = {
  approved: 'border-success bg-success text-success-content',
  rejected: 'border-error bg-error text-error-content',
  current: 'border-primary text-primary',
  waiting: 'border-base-300 text-muted',
  skipped: 'border-base-300 text-muted',
} as const;

/** The approval steps of a request: done, current and to come, with the names of their approvers. */
export function Steps({ request }: { request: Request }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  return (
    <section className="paper p-4 sm:p-6" aria-labelledby="steps">
      <h2 id="steps" className="mb-4 font-semibold">
        {t('flow:steps.title')}
      </h2>
      <ol className="flex flex-col gap-4">
        {request.steps.map((step) => {
          const state = stateOf(step, request.state);
          return (
            <li key={step.step} className="flex gap-3 text-sm" aria-current={step.isCurrent ? 'step' : undefined}>
              <span
                aria-hidden="true"
                className={`grid size-7 shrink-0 place-items-center rounded-full border-2 font-medium tabular-nums ${LOOK[state]}`}
              >
                <StepMark step={step} state={state} />
              </span>
              <div className="min-w-0">
                <p className={`font-medium break-words ${state === 'skipped' ? 'text-muted' : ''}`}>
                  {step.decidedByName ??
                    step.approverName ??
                    (isRole(step.approver) && !step.isVacant
                      ? t(`flow:steps.role.${step.approver}`)
                      : t('flow:steps.administrators'))}
                </p>
                <p className="text-muted">
                  {t(`flow:steps.${state}`)}
                  {step.decidedAt && (
                    <time dateTime={step.decidedAt} className="ms-2">
                      {dateTimeText(step.decidedAt, timeZone, locale)}
                    </time>
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function StepMark({ step, state }: { step: Step; state: StepState }) {
  if (state === 'approved') return <Icon name="check" className="size-4" />;
  if (state === 'rejected') return <Icon name="close" className="size-4" />;
  return step.step;
}

function stateOf({ outcome, isCurrent }: Step, state: Request['state']): StepState {
  if (outcome) return outcome;
  if (isCurrent) return 'current';
  return state === 'pending' ? 'waiting' : 'skipped';
}
