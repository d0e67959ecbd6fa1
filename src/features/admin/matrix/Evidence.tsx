import './matrix.css';
import { island, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Why, type WhyData } from './Why.tsx';

type Props = { why: WhyData; timeZone: string };

/** Whether somebody fulfilled a requirement on a day, with what shows it: a page to print. */
export default island<Props>(function Evidence({ why, timeZone, locale }) {
  const t = useT();
  const { userName, employeeNo, department, post } = why.person;
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={why.title}
        hint={t('requirement:why.evidenceIntro', { name: userName, date: dateText(why.at, timeZone, locale) })}
      />
      <section className="paper flex flex-col gap-4 p-5 sm:p-6">
        <p>
          <span className="text-lg font-semibold">{userName}</span>
          <span className="block text-sm text-muted">{[employeeNo, department, post].filter(Boolean).join(' · ')}</span>
        </p>
        <Why why={why} timeZone={timeZone} />
      </section>
    </div>
  );
});
