import { type ReactNode, useEffect, useId } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { examView, queueView, resultsView, roomView } from './managed-exam-calls.ts';

type Exam = Data<'GET /exam/auth/exam/admin/view'>;
type Room = Data<'GET /exam/auth/exam/control/view'>;
type Props = {
  id: string;
  timeZone: string;
  /** The viewer marks the exam. */
  marks: boolean;
  certificateName: string | null;
};
/** How often the progress is read again while somebody sits the exam, ms. */
const LIVE = 5_000;

/** One exam with all that belongs to it, each part with its figures and the screen where it is done. */
function ManagedExam({ id, timeZone, marks, certificateName }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const exam = useCall(...examView(id)).data!;
  const results = useCall(...resultsView(id)).data!.total;
  const room = useProgress(id);
  const to = (path: string) => href(locale, path);
  const moment = (at: string) => dateTimeText(at, timeZone, locale);
  const trial = useAction(async () => {
    const { attemptId } = await api('POST /exam/auth/exam/admin/trial/start', { id });
    location.assign(to(`/account/exam/${attemptId}`));
  });
  const edit = to(`/admin/exams/edit?id=${id}`);
  const analysis = to(`/test/analysis?id=${id}`);
  const isFixed = exam.paperKind === 'fixed';
  const questionCount = isFixed ? exam.questions.length : exam.sections.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={exam.title}
        hint={t('exam:window', { from: moment(exam.windowStart), to: moment(exam.windowEnd) })}
      >
        <span className={`badge badge-soft self-center ${exam.published ? 'badge-success' : ''}`}>
          {t(exam.published ? 'exam:admin.isPublished' : 'exam:admin.isDraft')}
        </span>
        <HistoryButton kind="exam" id={id} name={exam.title} timeZone={timeZone} />
        <button
          type="button"
          className="btn border-base-300 bg-base-100"
          disabled={!hydrated || trial.isPending}
          onClick={() => void trial.run()}
        >
          <Icon name="eye" className="size-4" />
          {t('exam:overview.trial')}
        </button>
        <a className="btn btn-primary" href={edit}>
          <Icon name="edit" className="size-4" />
          {t('exam:overview.edit')}
        </a>
      </PageHead>
      <p className="text-sm text-muted">{t('exam:overview.trialHint')}</p>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Card
          title={t('exam:overview.audience')}
          links={[
            [analysis, t('exam:overview.people')],
            [edit, t('exam:overview.edit')],
          ]}
        >
          <Text>{audienceText(exam, t)}</Text>
          <Figures
            of={[
              [t('exam:overview.figure.audience'), results.audience],
              [t('exam:overview.figure.taken'), results.taken],
              [t('exam:overview.figure.waiting'), results.waiting],
              [t('exam:overview.figure.absent'), results.absent],
            ]}
          />
        </Card>
        <Card title={t('exam:overview.paper')} links={[[edit, t('exam:overview.paperLink')]]}>
          <Text>
            {t(`exam:admin.paperKindOf.${exam.paperKind}`)} · {t('exam:admin.questionCount', { count: questionCount })}
          </Text>
          {!isFixed && (
            <ul className="list-disc ps-5 text-sm">
              {exam.sections.map(({ title, count, scoreEach }, at) => (
                <li key={at}>{t('exam:overview.section', { title, count, score: scoreEach })}</li>
              ))}
            </ul>
          )}
        </Card>
        <Card
          title={t('exam:overview.progress')}
          links={[[to(`/test/control?exam=${id}`), t('exam:overview.control')]]}
          isLive
        >
          <Figures
            of={[
              [t('exam:overview.figure.sitting'), room.counts.sitting],
              [t('exam:overview.figure.trouble'), room.counts.trouble],
              [t('exam:overview.figure.ended'), room.counts.ended],
              [t('exam:overview.figure.missing'), room.counts.missing],
            ]}
          />
        </Card>
        <Card
          title={t('exam:overview.invigilators')}
          links={[[to(`/test/control?exam=${id}`), t('exam:overview.control')]]}
        >
          <Text>
            {room.invigilators.map(({ userName }) => userName).join(t('exam:overview.comma')) ||
              t('exam:overview.noInvigilators')}
          </Text>
        </Card>
        <Marking {...{ id, exam, marks }} />
        <Card title={t('exam:overview.results')} links={[[analysis, t('exam:overview.resultsLink')]]}>
          <Figures
            of={[
              [t('exam:overview.figure.passed'), results.passed],
              [t('exam:overview.figure.failed'), results.failed],
              [t('exam:overview.figure.awaitingMarking'), results.awaitingMarking],
              [t('exam:overview.figure.resits'), results.resits],
              [
                t('exam:overview.figure.passRate'),
                results.passRate === null ? '–' : `${Math.round(results.passRate * 100)}%`,
              ],
              [
                t('exam:overview.figure.meanScore'),
                results.meanScore === null ? '–' : Math.round(results.meanScore * 10) / 10,
              ],
            ]}
          />
        </Card>
        <Card
          title={t('exam:overview.analysis')}
          links={[
            [`${analysis}&tab=questions`, t('exam:overview.analysisLink')],
            ...(marks ? ([[`${analysis}&tab=questions`, t('exam:overview.regrade')]] as Link[]) : []),
          ]}
        >
          <Text>{t('exam:overview.analysisHint')}</Text>
        </Card>
        <Card title={t('exam:overview.certificate')} links={[[analysis, t('exam:overview.certificateLink')]]}>
          <Text>{certificateName ?? t('exam:overview.noCertificate')}</Text>
          {certificateName && <Figures of={[[t('exam:overview.figure.certificates'), results.certificates]]} />}
        </Card>
        <Card
          title={t('exam:overview.archive')}
          links={[
            [analysis, t('exam:overview.export')],
            ...(marks ? ([[to('/test/marking?status=marked'), t('exam:overview.records')]] as Link[]) : []),
          ]}
        >
          <Text>{t('exam:overview.archiveHint')}</Text>
        </Card>
      </div>
    </div>
  );
}

/** The counts of the control room, read again while somebody sits the exam. */
function useProgress(id: string): Room {
  const { data, reload } = useCall(...roomView(id));
  const isLive = data!.counts.sitting > 0;
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LIVE);
    return () => clearInterval(timer);
  }, [isLive, reload]);
  return data!;
}

/** What is left to mark, and appeals, for those who mark the exam. */
function Marking({ id, exam, marks }: { id: string; exam: Exam; marks: boolean }) {
  const t = useT();
  const locale = useLocale();
  const to = (path: string) => href(locale, path);
  const who = t(`exam:admin.markerGroupOf.${exam.markerGroup}`);
  if (!marks)
    return (
      <Card title={t('exam:overview.marking')} links={[]}>
        <Text>{who}</Text>
      </Card>
    );
  return <MarkingFigures {...{ id, who, to }} />;
}

function MarkingFigures({ id, who, to }: { id: string; who: string; to: (path: string) => string }) {
  const t = useT();
  const queue = useCall(...queueView(id)).data!;
  return (
    <>
      <Card
        title={t('exam:overview.marking')}
        links={[
          [to(`/test/marking?exam=${id}`), t('exam:overview.markingLink')],
          ...(queue.waitingCount > 0
            ? ([[to(`/test/marking?exam=${id}&mark=all`), t('exam:overview.next')]] as Link[])
            : []),
        ]}
      >
        <Text>{who}</Text>
        <Figures
          of={[
            [t('exam:overview.figure.toMark'), queue.waitingCount],
            [t('exam:overview.figure.toPublish'), queue.readyCount],
          ]}
        />
      </Card>
      <Card
        title={t('exam:overview.appeals')}
        links={[[to('/test/marking?view=appeals'), t('exam:overview.appealsLink')]]}
      >
        <Figures of={[[t('exam:overview.figure.appeals'), queue.appealCount]]} />
      </Card>
    </>
  );
}

type Link = [address: string, text: string];
type CardProps = { title: string; links: Link[]; children: ReactNode; isLive?: boolean };

function Card({ title, links, children, isLive = false }: CardProps) {
  const heading = useId();
  return (
    <section
      className="paper flex flex-col gap-3 p-5"
      aria-labelledby={heading}
      aria-live={isLive ? 'polite' : undefined}
    >
      <h2 id={heading} className="font-semibold">
        {title}
      </h2>
      {children}
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {links.map(([address, text]) => (
          <li key={text}>
            <a className="link link-primary" href={address}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Text = ({ children }: { children: ReactNode }) => <p className="text-sm break-words">{children}</p>;

function Figures({ of }: { of: [name: string, value: number | string][] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
      {of.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-2">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function audienceText({ audience, departments }: Exam, t: ReturnType<typeof useT>): string {
  const kind = t(`exam:admin.audienceOf.${audience}`);
  return audience === 'departments' ? `${kind}: ${departments.join(t('exam:overview.comma'))}` : kind;
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ManagedExam {...props} />
  </GivenContext>
));
