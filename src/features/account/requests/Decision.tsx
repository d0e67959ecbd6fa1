import { useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, updateQueryData } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { type FieldErrors, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { GrantFields, grantOf, wrongGrant } from './GrantFields.tsx';

type Request = Data<'GET /user/auth/flow/instance/view'>;
type Props = {
  request: Request;
  /** Called when it is decided and the buttons are gone. */
  onDone: () => void;
};

const CONFLICT = 409;

/** Actions for a pending request: approve, reject with a reason, or withdraw one's own. */
export function Decision({ request, onDone }: Props) {
  return (
    <div className="border-t border-base-300 pt-4">
      {request.canDecide ? (
        <DecisionForm request={request} onDone={onDone} />
      ) : (
        <Withdrawal request={request} onDone={onDone} />
      )}
    </div>
  );
}

/** Updates the shown request and revalidates everything that shows or counts it. */
function showState(id: string, state: Request['state']): void {
  updateQueryData('GET /user/auth/flow/instance/view', { id }, (request) => ({
    ...request,
    state,
    approvalStatus: state === 'pending' ? ('ongoing' as const) : null,
    canDecide: false,
    canWithdraw: false,
    noApprover: false,
  }));
  refresh();
}

function refresh(): void {
  invalidate(
    'GET /user/auth/flow/instance/view',
    'POST /user/auth/flow/instance/log/list',
    'POST /user/auth/flow/instance/undo',
    'POST /user/auth/flow/instance/done',
    'POST /user/auth/flow/instance/myInstance',
    'GET /course/auth/order/view',
    'POST /course/auth/order/page',
    'GET /course/auth/appeal/view',
    'POST /course/auth/appeal/waiting/page',
    'POST /course/auth/study/practice/waiting/page',
  );
}

/** Handles a conflict with another approver: shows a message and their decision. @throws any other error */
function onConflict(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== CONFLICT) throw error;
  notify(error.message, 'error');
  refresh();
}

function DecisionForm({ request: { id, step, stepCount, flowType }, onDone }: Props) {
  const t = useT();
  const { form, field, alert, isPending, submit } = useForm({
    draft: `decision:${id}`,
    fallback: t('common:operationFailed'),
    validate: (values): FieldErrors => {
      if (values.get('action') === 'reject') return commentOf(values) ? {} : { comment: t('flow:reasonMissing') };
      const wrong = wrongGrant(values);
      if (wrong) return { [wrong]: t('appeal:accept.amount') };
      return grantOf(values) && !commentOf(values) ? { comment: t('appeal:accept.reason') } : {};
    },
    send: async (values) => {
      const action = values.get('action') === 'reject' ? 'reject' : 'approve';
      const grant = action === 'approve' ? grantOf(values) : null;
      const input = { id, action, step, comment: commentOf(values), ...(grant && { grant }) } as const;
      try {
        const { state } = await api('POST /user/auth/flow/instance/submitFlow', input, { isShowErrTip: false });
        notify(t(state === 'pending' ? 'flow:done.step' : `flow:done.${action}`), 'success');
        showState(id, state);
        onDone();
      } catch (error) {
        onConflict(error);
      }
    },
  });
  const { error } = field('comment');
  return (
    <form {...form} className="flex flex-col gap-3">
      <FormAlert text={alert} />
      {/* In a chain the approver of the last step says what is granted. */}
      {flowType === 'appeal' && step >= stepCount && <GrantFields field={field} />}
      <div className="flex flex-col gap-1.5">
        <label htmlFor="comment" className="text-sm font-medium">
          {t('flow:comment')}
        </label>
        <textarea
          id="comment"
          name="comment"
          rows={3}
          maxLength={500}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'comment-hint comment-error' : 'comment-hint'}
          className="textarea w-full"
        />
        <p id="comment-hint" className="text-sm text-muted">
          {t('flow:commentHint')}
        </p>
        {error && <FieldError id="comment-error" text={error} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <button {...submit} name="action" value="approve" className="btn btn-primary">
          {t(flowType === 'purchase' ? 'flow:do.order' : 'flow:do.approve')}
        </button>
        <button {...submit} name="action" value="reject" className="btn btn-outline btn-error">
          {t('flow:do.reject')}
        </button>
        {isPending && <span className="loading loading-spinner loading-sm self-center" aria-hidden="true" />}
      </div>
    </form>
  );
}

function commentOf(values: FormData): string | undefined {
  return String(values.get('comment') ?? '').trim() || undefined;
}

function Withdrawal({ request: { id }, onDone }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, isPending } = useAction(async () => {
    try {
      const { state } = await api('POST /user/auth/flow/instance/withdraw', { id });
      notify(t('flow:done.withdraw'), 'success');
      showState(id, state);
      onDone();
    } catch (error) {
      onConflict(error);
    }
  });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t('flow:withdrawHint')}</p>
      <button
        type="button"
        disabled={!hydrated}
        aria-disabled={isPending}
        onClick={() => !isPending && dialog.current?.showModal()}
        className="btn self-start"
      >
        {t('flow:do.withdraw')}
      </button>
      <ConfirmDialog
        ref={dialog}
        title={t('flow:confirm.title')}
        text={t('flow:confirm.text')}
        action={t('flow:do.withdraw')}
        onConfirm={() => void run()}
      />
    </div>
  );
}
