import { api } from '#src/client/api.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Starts a poll: a question, and one option per line. */
export function PollForm({ sessionId }: { sessionId: string }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const options = String(values.get('options'))
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const question = String(values.get('question'));
      await api('POST /course/auth/live/poll/save', { id: sessionId, question, options }, { _No_dispose: true });
      form.form.ref.current?.reset();
    },
  });
  return (
    <details className="paper p-4">
      <summary className="cursor-pointer font-medium">{t('live:poll.new')}</summary>
      <form {...form.form} className="mt-4 flex flex-col gap-4">
        <FormAlert text={form.alert} />
        <FormField {...form.field('question')} label={t('live:poll.question')} maxLength={100} />
        <TextArea {...form.field('options')} label={t('live:poll.options')} hint={t('live:poll.optionsHint')} />
        <SubmitButton {...form.submit} className="btn-sm self-start">
          {t('live:poll.start')}
        </SubmitButton>
      </form>
    </details>
  );
}
