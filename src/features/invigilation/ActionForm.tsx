import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Candidate } from './use-control-room.ts';

export type Kind = 'message' | 'extension' | 'pause' | 'resume' | 'submit' | 'void';
type Props = { kind: Kind; target: Target; examId: string; onDone: () => void };

/** The fields of one action: what follows from it, its reason, and its button. */
export function ActionForm({ kind, target, examId, onDone }: Props) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      notify(await run(values), 'success');
      onDone();
    },
  });

  /** @returns the text that says what was done */
  async function run(values: FormData): Promise<string> {
    const userId = target === 'all' ? null : target.userId;
    const attemptId = target === 'all' ? '' : (target.attempt?.id ?? '');
    const reason = String(values.get('reason') ?? '');
    const done = (count: number) => t('invigilation:done', { count });
    const own = { _No_dispose: true } as const;
    if (kind === 'message') {
      const body = String(values.get('body'));
      return done((await api('POST /exam/auth/exam/control/message/send', { examId, userId, body }, own)).changed);
    }
    if (kind === 'extension') {
      const input = { examId, userId, reason, minutes: Number(values.get('minutes')) };
      const { changed, reopened, kept } = await api('POST /exam/auth/exam/control/time/add', input, own);
      const more = [
        reopened > 0 && t('invigilation:reopened', { count: reopened }),
        kept > 0 && t('invigilation:kept', { count: kept }),
      ];
      return [done(changed), ...more].filter(Boolean).join(' · ');
    }
    if (kind === 'pause')
      return done((await api('PUT /exam/auth/exam/control/pause', { examId, userId, reason }, own)).changed);
    if (kind === 'resume')
      return done((await api('PUT /exam/auth/exam/control/resume', { examId, userId }, own)).changed);
    if (kind === 'submit') await api('POST /exam/auth/exam/control/attempt/submit', { attemptId, reason }, own);
    else {
      const uses = values.get('uses') === 'on';
      await api('POST /exam/auth/exam/control/attempt/void', { attemptId, reason, uses }, own);
    }
    return done(1);
  }

  return (
    <form {...form.form} className="flex flex-col gap-4">
      <FormAlert text={form.alert} />
      <p className="text-sm text-muted">{t(`invigilation:action.${kind}.hint`)}</p>
      {kind === 'extension' && (
        <FormField
          {...form.field('minutes')}
          label={t('invigilation:minutes')}
          type="number"
          min={1}
          max={240}
          defaultValue={10}
          className="max-w-40"
        />
      )}
      {kind === 'message' && <TextArea {...form.field('body')} label={t('invigilation:message')} maxLength={500} />}
      {kind !== 'message' && kind !== 'resume' && (
        <TextArea {...form.field('reason')} label={t('invigilation:reason')} maxLength={500} rows={2} />
      )}
      {kind === 'void' && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="uses" className="checkbox checkbox-sm" defaultChecked />
          {t('invigilation:uses')}
        </label>
      )}
      <SubmitButton {...form.submit} className="self-end">
        {t(`invigilation:action.${kind}.button`)}
      </SubmitButton>
    </form>
  );
}
/** Whom an action is for. */
export type Target = Candidate | 'all';
