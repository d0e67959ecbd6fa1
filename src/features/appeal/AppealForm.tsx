import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type FieldErrors, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { AppealSubject } from '#src/contract/rules/appeal.ts';

type Props = { subjectType: AppealSubject; subjectId: string };

/** Appeals to the lecturer that something should be counted; then leads to the request. */
export default island(function AppealForm({ subjectType, subjectId }: Props) {
  const t = useT();
  const locale = useLocale();
  const { form, field, alert, submit } = useForm({
    draft: ['appeal', subjectId].join(':'),
    fallback: t('common:operationFailed'),
    validate: (values): FieldErrors => (textOf(values) ? {} : { text: t('appeal:missing') }),
    send: async (values) => {
      const input = { subjectType, subjectId, text: textOf(values) };
      const { instanceId } = await api('POST /course/auth/appeal/save', input, { isShowErrTip: false });
      notify(t('appeal:sent'), 'success');
      return { path: href(locale, `/account?change=6&flow=mine&id=${instanceId}`) };
    },
  });
  return (
    <form {...form} className="flex flex-col gap-3">
      <FormAlert text={alert} />
      <TextArea {...field('text')} label={t('appeal:label')} hint={t('appeal:hint')} maxLength={1_000} rows={4} />
      <button {...submit} className="btn btn-primary self-start">
        {t('appeal:send')}
      </button>
    </form>
  );
});

const textOf = (values: FormData) => String(values.get('text') ?? '').trim();
