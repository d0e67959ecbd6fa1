import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Picture } from './use-picture.ts';

type Props = {
  form: Form;
  picture: Picture;
  /** What Enter does in this field, where it does not send the form. */
  onEnter?: () => void;
};

/** Field `pictureCode` with its picture, hidden until the server asks for one. */
export function PictureField({ form, picture, onEnter }: Props) {
  const t = useT();
  const { error, ...field } = form.field('pictureCode');
  return (
    <div hidden={!picture.shown}>
      <div className="grid grid-cols-[1fr_auto] gap-3">
        <FormField
          {...field}
          id="pictureCode"
          ref={picture.input}
          error={error || picture.problem}
          large
          label={t('account:code.picture')}
          icon="shield"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder={t('account:code.pictureHint')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
        <button
          type="button"
          aria-label={t('account:code.refresh')}
          className="mt-7 h-12 w-34 cursor-pointer overflow-hidden rounded-field border border-base-300 bg-base-200"
          onClick={() => {
            form.showError('pictureCode', '');
            picture.ask();
            picture.input.current!.focus();
          }}
        >
          {picture.image && (
            <img src={picture.image} alt="" width="160" height="56" className="size-full object-cover" />
          )}
        </button>
      </div>
      <p className="mt-1.5 text-sm text-muted">{t('account:code.pictureHelp')}</p>
    </div>
  );
}
