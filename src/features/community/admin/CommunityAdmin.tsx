import { OfferedContext } from '#src/client/offered-languages.ts';
import { type Given, GivenContext } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import type { AdminSection } from './admin-sections.ts';
import { LabelAdmin } from './LabelAdmin.tsx';
import { ModeratorAdmin } from './ModeratorAdmin.tsx';
import { RuleAdmin } from './RuleAdmin.tsx';
import { WordAdmin } from './WordAdmin.tsx';
import { ADMIN_SECTIONS } from './admin-sections.ts';

const SECTIONS = { rules: RuleAdmin, moderators: ModeratorAdmin, words: WordAdmin, labels: LabelAdmin };

type Props = { section: AdminSection; given: Given; languages: readonly Locale[] };

/** Administration of the community: one section at a time. */
export default island(function CommunityAdmin({ section, given, languages }: Props) {
  const t = useT();
  const path = `${href(useLocale(), '/admin/community')}?section=`;
  const Section = SECTIONS[section];
  const choices = ADMIN_SECTIONS.map((each) => ({
    label: t(`moderation:admin.${each}`),
    href: path + each,
    chosen: each === section,
  }));
  return (
    <GivenContext value={given}>
      <Choices label={t('moderation:admin.sections')} choices={choices} className="mb-6" />
      <OfferedContext value={languages}>
        <Section />
      </OfferedContext>
    </GivenContext>
  );
});
