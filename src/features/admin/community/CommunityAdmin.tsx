import { type Given, GivenContext } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { type Change, HistoryButton } from '../kit/History.tsx';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { ADMIN_SECTIONS, type AdminSection } from './admin-sections.ts';
import { LabelAdmin } from './LabelAdmin.tsx';
import { ModeratorAdmin } from './ModeratorAdmin.tsx';
import { RuleAdmin } from './RuleAdmin.tsx';
import { ruleValue } from './rule-value.ts';
import { WordAdmin } from './WordAdmin.tsx';

const SECTIONS = { rules: RuleAdmin, moderators: ModeratorAdmin, words: WordAdmin, labels: LabelAdmin };

type Props = { section: AdminSection; enterpriseId: string; timeZone: string; languages: readonly Locale[] };

/** Administration of the community: one section at a time, and who changed what in all of them. */
function CommunityAdmin({ section, enterpriseId, timeZone, languages }: Props) {
  const t = useT();
  const path = `${href(useLocale(), '/admin/community')}?section=`;
  const Section = SECTIONS[section];
  const choices = ADMIN_SECTIONS.map((each) => ({
    label: t(`moderation:admin.${each}`),
    href: path + each,
    chosen: each === section,
  }));
  const describe = ({ name, before, after }: Change) => ({
    label: t(`moderation:admin.${name}`),
    ...(before !== undefined && { before: ruleValue(t, before) }),
    ...(after !== undefined && { after: ruleValue(t, after) }),
  });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Choices label={t('moderation:admin.sections')} choices={choices} />
        <HistoryButton
          kind="community"
          id={enterpriseId}
          name={t('moderation:admin.title')}
          timeZone={timeZone}
          describe={describe}
        />
      </div>
      <OfferedContext value={languages}>
        <Section timeZone={timeZone} />
      </OfferedContext>
    </>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <CommunityAdmin {...props} />
  </GivenContext>
));
