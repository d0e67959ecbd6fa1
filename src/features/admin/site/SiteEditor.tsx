import { useController, useWatch } from 'react-hook-form';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { languagesOf, OFFERED_LANGUAGES } from '#src/lib/languages.ts';
import { contrast } from '#src/lib/colour.ts';
import { localizedText } from '#src/lib/localized.ts';
import { themeColours } from '#src/lib/theme.ts';
import type { Category } from '../categories/category-tree.ts';
import type { ContentItem, DocumentOf } from '../content/content-item.ts';
import { ContentShell } from '../content/ContentShell.tsx';
import { differencesBetween } from '../content/differences.ts';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, SelectField, TextField } from '../kit/form-fields.tsx';
import { BothField } from './BothField.tsx';
import { PictureField } from './PictureField.tsx';
import { BannerRows, NavRows } from './SiteParts.tsx';
import { ZoneRows } from './ZoneRows.tsx';

type Site = DocumentOf<'site'>;
type Props = { stored: ContentItem<'site'>; timeZone: string; hasPreview: boolean; categories: Category[] };

/** Changes the site of the enterprise: name, appearance, navigation, banners and the zones of the landing page. */
function SiteEditor({ stored, timeZone, categories, hasPreview }: Props) {
  const t = useT();
  const locale = useLocale();
  const editor = useContentEditor({
    ...{ kind: 'site' as const, given: stored, empty: stored.document, path: '/admin/site' },
  });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  /** As they will be: the texts of a language that is chosen have fields at once. */
  const languages = languagesOf(useWatch({ control: editor.form.control, name: 'languages' }), locale);
  const both = ({ zh, en }: { zh: string; en: string }) => [zh, en].filter(Boolean).join(' / ');
  const titles = (parts: { title: { zh: string; en: string } }[]) => parts.map((each) => both(each.title)).join(', ');
  return (
    <ContentShell
      {...{ editor, timeZone, languages, hasPreview }}
      title={localizedText(title, locale)}
      differencesOf={(conflict, nameOf) =>
        differencesBetween<Site>(conflict, {
          title: [t('site:admin.site.name'), (each) => both(each.title)],
          slogan: [t('site:admin.site.slogan'), ({ slogan }) => both(slogan)],
          description: [t('site:admin.site.description'), ({ description }) => both(description)],
          footer: [t('site:admin.site.footer'), ({ footer }) => both(footer)],
          logoFileId: [t('site:admin.site.logo'), ({ logoFileId }) => nameOf(logoFileId)],
          iconFileId: [t('site:admin.site.icon'), ({ iconFileId }) => nameOf(iconFileId)],
          brandColor: [t('site:admin.site.color'), ({ brandColor }) => brandColor],
          publicFace: [t('site:admin.site.open'), (each) => t(each.publicFace ? 'editing:yes' : 'editing:no')],
          languages: [t('site:admin.site.languages'), ({ languages }) => t(languageKey(languages))],
          mobileSite: [t('site:admin.site.mobile'), ({ mobileSite }) => t(`site:admin.site.mobileSite.${mobileSite}`)],
          mobileUrl: [t('site:admin.site.mobileUrl'), ({ mobileUrl }) => mobileUrl],
          nav: [t('site:admin.site.nav'), ({ nav }) => titles(nav)],
          banners: [t('site:admin.site.banners'), ({ banners }) => titles(banners)],
          zones: [t('site:admin.site.zones'), ({ zones }) => titles(zones)],
        })
      }
    >
      <Group title={t('site:admin.site.brand')}>
        <BothField name="title" label={t('site:admin.site.name')} maxLength={60} />
        <BothField name="slogan" label={t('site:admin.site.slogan')} maxLength={120} />
        <BothField name="description" label={t('site:admin.site.description')} rows={3} maxLength={500} />
        <BothField name="footer" label={t('site:admin.site.footer')} rows={2} maxLength={500} />
        <div className="grid gap-5 sm:grid-cols-2">
          <PictureField name="logoFileId" label={t('site:admin.site.logo')} use="logo" />
          <PictureField name="iconFileId" label={t('site:admin.site.icon')} use="logo" />
        </div>
        <Colour />
        <CheckField name="publicFace" label={t('site:admin.site.open')} hint={t('site:admin.site.openHint')} />
      </Group>
      <Reach />
      <NavRows />
      <BannerRows />
      <ZoneRows categories={categories} />
    </ContentShell>
  );
}

const languageKey = (offered: Site['languages']) =>
  `site:admin.site.offered.${offered === null ? 'own' : offered.replace(',', '_')}`;

/** In which languages the site is seen, and what phones are shown. */
function Reach() {
  const t = useT();
  const mobile = useWatch<Site, 'mobileSite'>({ name: 'mobileSite' });
  return (
    <Group title={t('site:admin.site.reach')}>
      <SelectField
        name="languages"
        label={t('site:admin.site.languages')}
        hint={t('site:admin.site.languagesHint')}
        options={[null, ...OFFERED_LANGUAGES].map((value) => ({ value, label: t(languageKey(value)) }))}
      />
      <SelectField
        name="mobileSite"
        label={t('site:admin.site.mobile')}
        hint={t('site:admin.site.mobileHint')}
        options={(['default', 'none', 'own'] as const).map((value) => ({
          value,
          label: t(`site:admin.site.mobileSite.${value}`),
        }))}
      />
      {mobile === 'own' && (
        <TextField
          name="mobileUrl"
          label={t('site:admin.site.mobileUrl')}
          hint={t('site:admin.site.mobileUrlHint')}
          maxLength={500}
        />
      )}
    </Group>
  );
}

/** The theme colour, and what becomes of it: a colour that is too light for texts is darkened. */
function Colour() {
  const t = useT();
  const { field } = useController<Site, 'brandColor'>({ name: 'brandColor' });
  // The field stays the same one while it is typed in, whatever it contains.
  const colour = /^#[0-9a-fA-F]{6}$/.test(field.value) ? field.value : null;
  const shade = colour === null ? null : themeColours(colour, 'light')['--color-primary']!;
  const ratio = colour === null ? null : Math.floor(contrast(colour, '#ffffff') * 10) / 10;
  const hint =
    ratio === null
      ? undefined
      : ratio < 4.5
        ? t('site:admin.site.contrastLow', { ratio, shade: shade! })
        : t('site:admin.site.contrast', { ratio });
  return (
    <div className="flex flex-wrap items-start gap-4">
      <TextField name="brandColor" label={t('site:admin.site.color')} {...(hint && { hint })} maxLength={7} />
      <input
        type="color"
        className="mt-7 h-10 w-14 cursor-pointer rounded-field border border-base-300 bg-base-100 p-1"
        aria-label={t('site:admin.site.pickColor')}
        value={colour ?? '#000000'}
        onChange={({ target }) => field.onChange(target.value)}
      />
      {shade && (
        <svg className="mt-7 size-10 rounded-field border border-base-300" aria-hidden="true">
          <rect width="100%" height="100%" fill={shade} />
        </svg>
      )}
    </div>
  );
}

export default island(SiteEditor);
