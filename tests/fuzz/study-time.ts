import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Data } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { clipRanges, countSeconds, fromMultirange, subtractRanges, type Range } from '#src/lib/ranges.ts';
import { Allowance, checkStored } from './study-rules.ts';
import { sequences, type Sequence, type Step } from './study-steps.ts';
import { mintStudent, mintStudyWorld, type Stored, type StudyResource, type StudyWorld } from './study-world.ts';

type Reported = Data<'POST /course/auth/study/player/report'>;
type Device = { playerId: string; resource: StudyResource; position: number; studied: number };
type Sent = { device: number; body: Record<string, unknown> & { ranges: Range[] } };

/** What happened in all sequences: a fuzz in which nothing is refused or completed would prove nothing. */
export type StudyCounts = {
  sequences: number;
  reports: number;
  countedSeconds: number;
  completedCourses: number;
  refusals: Record<string, number>;
};
/** Sequences that run at the same time. */
const LANES = 4;

/**
 * Runs random report sequences of learners with 1–4 devices on the real operations, with a clock of its own, and checks the
 * rules of counted time after every step (`study-rules.ts`). The same seed generates the same sequences.
 * @returns `failure`: the shortest sequence that breaks a rule, with the seed; null if there is none
 */
export async function fuzzStudyTime(options: { seed: number; sequences: number }) {
  const world = await mintStudyWorld();
  const counts: StudyCounts = { sequences: 0, reports: 0, countedSeconds: 0, completedCourses: 0, refusals: {} };
  const property = fc.asyncProperty(sequences, (sequence) => run(world, sequence, counts));
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(property, { seed: options.seed + lane, numRuns: Math.ceil(options.sequences / LANES) }),
  );
  const failed = (await Promise.all(lanes)).find((lane) => lane.failed);
  return { counts, failure: failed ? `${fc.defaultReportMessage(failed)}\n${String(failed.errorInstance)}` : null };
}

async function run(world: StudyWorld, { skew, steps }: Sequence, counts: StudyCounts): Promise<void> {
  const student = await mintStudent(world);
  const allowance = new Allowance(skew);
  const devices = new Map<number, Device>();
  const sent: Sent[] = [];
  let owner: number | null = null;
  let clock = Date.parse('2026-05-06T08:00:00Z');
  let stored: Stored = { resources: [], courses: [], ledger: [] };

  const nowOf = (device: number) => new Date(clock + skew[device]! * 1000);
  const wait = (seconds: number) => (clock += seconds * 1000);
  const bodyOf = (device: Device, ranges: Range[], more: Partial<{ active: boolean; studied: number }> = {}) => ({
    ...{ playerId: device.playerId, resourceId: device.resource.id, ranges, active: more.active ?? true },
    ...{ position: ranges.at(-1)?.[1] ?? 0, playbackRate: 1, captionsOn: false },
    studiedSeconds: more.studied ?? device.studied,
  });

  /** Sends reports at the same time. @returns the responses; null for a refused one */
  async function send(reports: Sent[]): Promise<(Reported | null)[]> {
    const current = owner === null ? null : devices.get(owner)!;
    for (const { device, body } of reports)
      if (body.playerId === current?.playerId) allowance.reported(nowOf(device), current!.resource.rate);
    counts.reports += reports.length;
    const answers = await Promise.all(
      reports.map(({ device, body }) =>
        student.call('POST /course/auth/study/player/report', body, nowOf(device)).catch((error: unknown) => {
          if (error instanceof AppError && [404, 422].includes(error.code)) return null;
          throw error;
        }),
      ),
    );
    sent.push(...reports);
    for (const answer of answers)
      if (answer?.refusal) counts.refusals[answer.refusal] = (counts.refusals[answer.refusal] ?? 0) + 1;
    const after = await student.read();
    checkStored(world, stored, after, allowance);
    const grown = total(after) - total(stored);
    const accepted = answers.reduce((sum, answer) => sum + (answer?.acceptedSeconds ?? 0), 0);
    assert.equal(grown, accepted, 'the responses tell what was counted');
    stored = after;
    return answers;
  }

  const watchedOf = ({ id }: StudyResource) =>
    fromMultirange(stored.resources.find(({ resourceId }) => resourceId === id)?.watched ?? '{}');

  async function take(step: Step): Promise<void> {
    if (step.kind === 'wait') return void wait(step.seconds);
    if (step.kind === 'replay') {
      wait(step.wait);
      if (sent.length > 0) await send(step.picks.map((pick) => sent[pick % sent.length]!));
      return;
    }
    const resource = 'resource' in step ? world.resources[step.resource]! : null;
    if (step.kind === 'open') return void (await open(step.device, resource!));
    if (step.kind === 'finish') {
      const course = world.resources.filter(({ courseId }) => courseId === resource!.courseId);
      for (const each of course) await finish(step.device, each);
      return;
    }
    const device = devices.get(step.device)!;
    if (step.kind === 'setClock') device.studied += step.by;
    else if (step.kind === 'pause') await send([{ device: step.device, body: bodyOf(device, [], { active: false }) }]);
    else if (step.kind === 'mix') {
      const body = { ...bodyOf(device, [[0, 50]]), playerId: devices.get(step.other)!.playerId };
      await send([{ device: step.device, body: { ...body, resourceId: resource!.id } }]);
    } else if (step.kind === 'forge') {
      wait(step.wait);
      const body = bodyOf(device, step.ranges, { active: step.active, studied: step.studied });
      await send([{ device: step.device, body }]);
    } else await play(step, device);
  }

  async function open(at: number, resource: StudyResource): Promise<Device> {
    const input = { resourceId: resource.id };
    const { playerId, resumeAt } = await student.call('POST /course/auth/study/player/open', input, nowOf(at));
    allowance.opened(nowOf(at));
    const device = { playerId, resource, position: resumeAt, studied: 0 };
    devices.set(at, device);
    owner = at;
    return device;
  }

  async function finish(at: number, resource: StudyResource): Promise<void> {
    const device = await open(at, resource);
    await send([{ device: at, body: bodyOf(device, []) }]);
    wait(resource.seconds);
    device.studied = resource.seconds;
    await send([{ device: at, body: bodyOf(device, [[0, resource.seconds]]) }]);
  }

  /** An honest report; everything in it counts if the player is the open one and nothing forbids it. */
  async function play(step: Extract<Step, { kind: 'play' }>, device: Device): Promise<void> {
    const { resource, position } = device;
    const rate = Math.min(step.rate, resource.rate);
    wait(step.seconds);
    device.studied += step.seconds;
    const played = clipRanges([[position, position + Math.floor(step.seconds * rate)]], resource.seconds);
    const fresh = countSeconds(subtractRanges(played, watchedOf(resource)));
    const body = bodyOf(device, played, { active: step.active });
    const [answer] = await send([{ device: step.device, body }]);
    device.position = (played.at(-1)?.[1] ?? 0) % resource.seconds;
    const free = !resource.noSkipping && !resource.asks && skew.every((seconds) => seconds === 0);
    if (answer && free && owner === step.device)
      assert.equal(answer.acceptedSeconds, fresh, 'an honest report counts fully');
  }

  for (const step of steps) await take(step);
  counts.sequences += 1;
  counts.countedSeconds += total(stored);
  counts.completedCourses += stored.courses.filter(({ status }) => status === 'completed').length;
}

const total = ({ resources }: Stored) => resources.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0);
