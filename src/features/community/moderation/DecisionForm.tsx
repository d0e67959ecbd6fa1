import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { TextArea } from '#src/components/TextArea.tsx';

type Action = Input<'POST /community/auth/moderation/decide'>['action'];
/** What is decided about: an open case, or a post or comment without one. */
export type DecisionSubject = Pick<
  Data<'GET /community/auth/moderation/view'>,
  'subjectType' | 'subjectState' | 'locked'
> &
  Pick<Input<'POST /community/auth/moderation/decide'>, 'caseId' | 'postId' | 'commentId'>;

/** Actions that apply to the state of a post or comment, as the server checks them. */
export function possibleActions({ subjectType, subjectState, locked, caseId }: DecisionSubject): Action[] {
  const isPost = subjectType !== 'comment';
  const isThere = subjectState !== 'deleted';
  const isHeld = subjectState === 'review' || subjectState === 'hidden';
  const possible: Record<Action, boolean> = {
    restore: isHeld,
    hide: subjectState === 'published' || subjectState === 'review',
    dismiss: caseId !== undefined && subjectState !== 'review',
    warn: isThere,
    lock: isPost && isThere && !locked,
    unlock: isPost && isThere && locked,
    move: (subjectType === 'blog' || subjectType === 'question') && isThere,
  };
  return (Object.keys(possible) as Action[]).filter((action) => possible[action]);
}

/** Chooses an action with a reason. */
export function DecisionForm({ subject, onDone }: { subject: DecisionSubject; onDone: () => void }) {
  const t = useT();
  const id = useId();
  const actions = possibleActions(subject);
  const [action, setAction] = useState(actions[0]);
  const { caseId, postId, commentId } = subject;
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      await api(
        'POST /community/auth/moderation/decide',
        {
          ...{ caseId, postId, commentId, action: values.get('action') as Action },
          ...{ reason: String(values.get('reason')), labelIds: values.getAll('labelIds').map(String) },
        },
        { isShowErrTip: false },
      );
      notify(t('moderation:decide.done'), 'success');
      onDone();
    },
    fallback: t('common:failedToLoad'),
  });
  if (actions.length === 0) return null;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormAlert text={alert} />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('moderation:decide.action')}
        </label>
        <select
          id={id}
          name="action"
          className="select w-full"
          value={action}
          onChange={({ target }) => setAction(target.value as Action)}
        >
          {actions.map((each) => (
            <option key={each} value={each}>
              {t(`moderation:action.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {action === 'move' && <LabelSelect {...field('labelIds')} />}
      <TextArea
        {...field('reason')}
        label={t('moderation:decide.reason')}
        hint={action === 'dismiss' ? undefined : t('moderation:decide.reasonHint')}
        maxLength={500}
        required
      />
      <SubmitButton {...submit}>{t('moderation:decide.send')}</SubmitButton>
    </form>
  );
}

function LabelSelect({ name, error }: { name: string; error: string | undefined }) {
  const t = useT();
  const id = useId();
  const labels = useCall('POST /community/api/label/list', {});
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium">{t('moderation:decide.labels')}</legend>
      <div className="flex flex-wrap gap-x-5">
        {labels.data?.map((label) => (
          <label key={label.id} className="flex min-h-10 cursor-pointer items-center gap-2">
            <input type="checkbox" name={name} value={label.id} className="checkbox checkbox-sm rounded-sm" />
            <bdi>{label.name}</bdi>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}
