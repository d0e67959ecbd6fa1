import { useEffect, useRef } from 'react';
import { useAction } from '#src/client/use-action.ts';
import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Proof } from './use-proof.ts';

export type ProofProps = { form: Form; proof: Proof };

/** The choice of a code in a picture or spoken, and its field. */
export function ProofChoice({ form, proof }: ProofProps) {
  const t = useT();
  const { shown, input } = proof;
  const isChosen = useRef(false);
  const choice = useAction(async (kind: Parameters<Proof['choose']>[0]) => {
    form.showError('pictureCode', '');
    isChosen.current = true;
    await proof.choose(kind);
  });
  // The field is rendered after the action.
  useEffect(() => {
    if (!shown || !isChosen.current) return;
    isChosen.current = false;
    input.current?.focus();
  }, [shown, input]);
  const button = (kind: Parameters<Proof['choose']>[0], label: string) => (
    <button
      type="button"
      className="text-primary underline-offset-4 hover:underline"
      aria-disabled={choice.isPending}
      onClick={() => void choice.run(kind)}
    >
      {label}
    </button>
  );
  if (!shown) return <p className="text-sm">{button('picture', t('account:picture.choose'))}</p>;
  return (
    <div className="flex flex-col gap-3">
      {shown.kind === 'picture' ? (
        <img src={shown.url} alt={t('account:picture.alt')} width={240} height={80} className="rounded-field" />
      ) : (
        <audio key={shown.url} src={shown.url} controls autoPlay aria-label={t('account:picture.sound')} />
      )}
      <FormField
        {...form.field('pictureCode')}
        ref={input}
        large
        label={t('account:picture.label')}
        hint={t('account:picture.hint')}
        icon="shield"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
      />
      <p className="flex flex-wrap gap-4 text-sm">
        {button(shown.kind, t('account:picture.another'))}
        {shown.kind === 'picture'
          ? button('audio', t('account:picture.listen'))
          : button('picture', t('account:picture.look'))}
        {button('work', t('account:picture.work'))}
      </p>
    </div>
  );
}
