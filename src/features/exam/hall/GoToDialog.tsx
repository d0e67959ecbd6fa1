import { useEffect, useRef, useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = { total: number; onGo: (number: number) => void; onClose: () => void };

/** Goes to a question by its number and Enter. */
export function GoToDialog({ total, onGo, onClose }: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <ActionDialog title={t('exam:hall.keys.goTo')} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const number = Number(text);
          if (Number.isInteger(number) && number >= 1 && number <= total) onGo(number);
          else setWrong(true);
        }}
      >
        <FormField
          ref={field}
          label={t('exam:hall.keys.number')}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isWrong ? t('exam:hall.keys.numberRange', { total }) : undefined}
          onChange={(event) => setText(event.target.value.trim())}
        />
        <button type="submit" className="btn btn-primary self-end">
          {t('exam:hall.keys.go')}
        </button>
      </form>
    </ActionDialog>
  );
}
