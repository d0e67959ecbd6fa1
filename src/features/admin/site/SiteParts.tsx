import { useFieldArray, useWatch } from 'react-hook-form';
import { Icon } from '#src/components/Icon.tsx';
import type { Translate } from '#src/i18n/format.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { localizedText } from '#src/lib/localized.ts';
import type { DocumentOf } from '../content/content-item.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, TextField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { BothField } from './BothField.tsx';
import { PictureField } from './PictureField.tsx';

type Site = DocumentOf<'site'>;
const EMPTY = { zh: '', en: '' };

/** Type of an item of the navigation that is none of the portal's own. */
const OWN_LINK = 9;

/** The items of the navigation, in their order. */
export function NavRows() {
  const t = useT();
  const locale = useLocale();
  const rows = useFieldArray<Site, 'nav'>({ name: 'nav', keyName: 'key' as 'id' });
  const nav = useWatch<Site, 'nav'>({ name: 'nav' });
  const add = () =>
    rows.append({ id: crypto.randomUUID(), title: EMPTY, url: '', type: OWN_LINK, newTab: false, shown: true });
  return (
    <Group title={t('site:admin.site.nav')}>
      <Rows
        name="nav"
        label={t('site:admin.site.nav')}
        rows={rows}
        nameOf={(at) => localizedText(nav[at]?.title, locale) || t('site:admin.site.navItem', { n: at + 1 })}
        noteOf={(at) => noteOf(nav[at], t, nav[at]?.url)}
        commands={<AddButton label={t('site:admin.site.addNav')} onClick={add} />}
      >
        {(at) => (
          <div className="flex flex-col gap-4">
            <BothField name={`nav.${at}.title`} label={t('site:admin.site.partTitle')} maxLength={40} />
            <TextField name={`nav.${at}.url`} label={t('site:admin.site.url')} maxLength={500} />
            <CheckField name={`nav.${at}.newTab`} label={t('site:admin.site.newTab')} />
            <CheckField name={`nav.${at}.shown`} label={t('site:admin.site.shown')} />
          </div>
        )}
      </Rows>
    </Group>
  );
}

/** The banners of the landing page, in their order. */
export function BannerRows() {
  const t = useT();
  const locale = useLocale();
  const rows = useFieldArray<Site, 'banners'>({ name: 'banners', keyName: 'key' as 'id' });
  const banners = useWatch<Site, 'banners'>({ name: 'banners' });
  const add = () =>
    rows.append({
      ...{ id: crypto.randomUUID(), title: EMPTY, subtitle: EMPTY, pictureFileId: null, url: '', shown: true },
    });
  return (
    <Group title={t('site:admin.site.banners')}>
      <Rows
        name="banners"
        label={t('site:admin.site.banners')}
        rows={rows}
        nameOf={(at) => localizedText(banners[at]?.title, locale) || t('site:admin.site.banner', { n: at + 1 })}
        noteOf={(at) => noteOf(banners[at], t, localizedText(banners[at]?.subtitle, locale))}
        commands={<AddButton label={t('site:admin.site.addBanner')} onClick={add} />}
      >
        {(at) => (
          <div className="flex flex-col gap-4">
            <BothField name={`banners.${at}.title`} label={t('site:admin.site.partTitle')} maxLength={80} />
            <BothField name={`banners.${at}.subtitle`} label={t('site:admin.site.subtitle')} maxLength={200} />
            <TextField name={`banners.${at}.url`} label={t('site:admin.site.url')} maxLength={500} />
            <PictureField name={`banners.${at}.pictureFileId`} label={t('site:admin.site.picture')} use="text" />
            <CheckField name={`banners.${at}.shown`} label={t('site:admin.site.shown')} />
          </div>
        )}
      </Rows>
    </Group>
  );
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-sm" onClick={onClick}>
      <Icon name="plus" className="size-4" />
      {label}
    </button>
  );
}

/** What a folded row says: a text, and whether it is shown. */
export const noteOf = (part: { shown: boolean } | undefined, t: Translate, text = '') =>
  [text, part?.shown === false && t('site:admin.site.isHidden')].filter(Boolean).join(' · ');
