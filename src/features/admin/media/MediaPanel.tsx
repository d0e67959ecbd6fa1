import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { acceptOf, MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { dateText } from '#src/lib/dates.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import { HistoryButton } from '../kit/History.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { Captions } from './Captions.tsx';
import { MediaPreview } from './MediaPreview.tsx';
import { type MediaRow, type MediaView, PAGE, placeLink, placeText, VIEW } from './media-list.ts';
import type { NewBytes } from './ReplaceDialog.tsx';
import type { Dropped } from './upload-queue.ts';
import { UploadButton } from './UploadButton.tsx';

type Props = {
  row: MediaRow;
  timeZone: string;
  /** Sends a file that is to replace this one. */
  onReplace: (row: MediaRow, dropped: Dropped) => void;
  onDecide: (by: NewBytes) => void;
  onClose: () => void;
};

/** One file of the library, beside the list. */
export function MediaPanel(props: Props) {
  const query = useCall(VIEW, { id: props.row.id });
  return (
    <SidePanel title={query.data?.name ?? props.row.name} onClose={props.onClose}>
      <LoadState query={query} lines={8}>
        {(media) => <Body {...props} media={media} />}
      </LoadState>
    </SidePanel>
  );
}

function Body({ row, timeZone, media, onReplace, onDecide }: Props & { media: MediaView }) {
  const t = useT();
  const locale = useLocale();
  const { id, kind, bytes, seconds, width, height, url, places, versions, same, conversion, conversionProblem } = media;
  const facts = [
    t(`media:kind.${kind}`),
    fileSizeText(bytes),
    ...(seconds === null ? [] : [clockTime(seconds)]),
    ...(width && height ? [`${width} × ${height}`] : []),
    dateText(media.gmtCreate, timeZone, locale),
    ...(media.fromPack ? [t('media:fromPack')] : []),
    ...(conversion ? [t(`media:conversion.${conversion}`)] : []),
  ];
  return (
    <div className="flex flex-col gap-6 overflow-y-auto">
      <MediaPreview media={media} />
      <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
      {conversionProblem && <p className="text-sm break-words text-warning">{conversionProblem}</p>}
      {same.length > 0 && (
        <p className="text-sm text-warning">
          {t('media:sameFiles', { names: same.map(({ name }) => name).join(', ') })}
        </p>
      )}
      <Rename key={id} media={media} />
      <div className="flex flex-wrap gap-2">
        <a className="btn btn-sm" href={url} download={media.name}>
          <Icon name="download" className="size-4" />
          {t('media:download')}
        </a>
        <UploadButton
          label={t('media:replace.choose')}
          accept={acceptOf([kind])}
          className="btn btn-sm"
          onChoose={([first]) => onReplace(row, { ...first!, path: '' })}
        />
        <HistoryButton kind="media" id={id} name={media.name} timeZone={timeZone} />
      </div>
      <section className="flex flex-col gap-2" aria-label={t('media:usedIn')}>
        <h3 className="font-semibold">{t('media:usedIn')}</h3>
        {places.length === 0 && <p className="text-sm text-muted">{t('media:unused')}</p>}
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {places.map((place) => {
            const link = placeLink(locale, place);
            const text = placeText(t, place);
            return (
              <li key={place.kind + place.id}>
                {link ? (
                  <a className="link" href={link}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            );
          })}
        </ul>
      </section>
      {(kind === 'video' || kind === 'audio') && <Captions media={media} />}
      {versions.length > 0 && (
        <section className="flex flex-col gap-2" aria-label={t('media:versions')}>
          <h3 className="font-semibold">{t('media:versions')}</h3>
          <p className="text-sm text-muted">{t('media:versionsHint', { days: MEDIA_LIMITS.deletedDays })}</p>
          <ul className="media-rows">
            {versions.map(({ version, bytes: size, seconds: length, replacedAt }) => (
              <li key={version}>
                <span className="tabular-nums">
                  {[
                    t('media:replacedAt', { date: dateText(replacedAt, timeZone, locale) }),
                    fileSizeText(size),
                    ...(length === null ? [] : [clockTime(length)]),
                  ].join(' · ')}
                </span>
                <button type="button" className="btn btn-sm" onClick={() => onDecide({ id, version })}>
                  {t('media:goBack')}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Rename({ media }: { media: MediaView }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('media:nameMissing') }),
    send: async (values) => {
      const input = { id: media.id, name: textOf(values, 'name'), revision: media.revision };
      try {
        await api('PUT /data/auth/media/rename', input, { isShowErrTip: false });
        notify(t('media:renamed'), 'success');
      } finally {
        invalidate(VIEW, PAGE);
      }
    },
  });
  return (
    <form {...form.form} className="flex flex-col gap-2">
      <FormAlert text={form.alert} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="grow">
          <FormField
            {...form.field('name')}
            label={t('media:name')}
            defaultValue={media.name}
            maxLength={MEDIA_LIMITS.name}
            autoComplete="off"
          />
        </div>
        <SubmitButton {...form.submit}>{t('media:rename')}</SubmitButton>
      </div>
    </form>
  );
}
