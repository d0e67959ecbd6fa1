import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { keepPreviewChoice } from './preview-choice.ts';

type Props = { isShown: boolean; isReady: boolean; onChange: (isShown: boolean) => void };

/** Shows or hides the preview beside a form, where it fits; the choice is kept for the next editor. */
export function PreviewSwitch({ isShown, isReady, onChange }: Props) {
  const t = useT();
  return (
    <span className="page-preview-switch">
      <button
        type="button"
        className="btn border-base-300 bg-base-100 btn-sm"
        aria-pressed={isShown}
        disabled={!isReady}
        onClick={() => {
          onChange(!isShown);
          keepPreviewChoice(!isShown);
        }}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} className="size-4" />
        {t('editing:previewBeside')}
      </button>
    </span>
  );
}
