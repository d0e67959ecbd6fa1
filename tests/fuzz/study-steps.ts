import fc, { type Arbitrary } from 'fast-check';
import type { Range } from '#src/lib/ranges.ts';

const DEVICES = 4;
/** Number of resources that `mintStudyWorld` creates. */
export const RESOURCES = 7;

/**
 * One step of a sequence; times are seconds. `device` is one of four tabs or phones of the same person, `resource` an index
 * into the resources of the world.
 */
export type Step =
  | { kind: 'open'; device: number; resource: number }
  /** Plays on from the device's position at `rate`, then reports exactly this. */
  | { kind: 'play'; device: number; seconds: number; rate: number; active: boolean }
  /** Reports any ranges and any time of study, after `wait`. */
  | { kind: 'forge'; device: number; wait: number; ranges: Range[]; studied: number; active: boolean }
  /** Reports with the device's player on another resource, or with the player of another device. */
  | { kind: 'mix'; device: number; other: number; resource: number }
  /** Sends earlier reports again, some at the same time; `picks` are taken modulo the number of reports so far. */
  | { kind: 'replay'; picks: number[]; wait: number }
  /** Studies the whole course of a resource at normal speed. */
  | { kind: 'finish'; device: number; resource: number }
  | { kind: 'pause'; device: number }
  | { kind: 'wait'; seconds: number }
  /** The device's own clock is set, which changes the time of study that it reports. */
  | { kind: 'setClock'; device: number; by: number };

/** `skew`: by how many seconds the clock of the portal process that answers each device is ahead. */
export type Sequence = { skew: number[]; steps: Step[] };

const device = fc.integer({ min: 0, max: DEVICES - 1 });
const resource = fc.integer({ min: 0, max: RESOURCES - 1 });
const second = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 220 }) },
  { weight: 1, arbitrary: fc.integer({ min: -5, max: 1_000_001 }) },
);
const range = fc.tuple(second, second).map(([a, b]): Range => (a < b ? [a, b] : [b, a + 1]));
const gap = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(0, 1, 15, 60, 61, 1_799, 1_800, 1_801, 10_800, 100_000),
);

const step: Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), device, resource }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      device,
      seconds: fc.integer({ min: 1, max: 60 }),
      rate: fc.constantFrom(0.5, 1, 1, 1.25, 1.5, 2),
      active: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('forge' as const),
      device,
      wait: gap,
      ranges: fc.array(range, { maxLength: 6 }),
      studied: second,
      active: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mix' as const), device, other: device, resource }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replay' as const),
      picks: fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }),
      wait: gap,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const), device, resource }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: gap }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setClock' as const),
      device,
      by: fc.integer({ min: -100_000, max: 100_000 }),
    }),
  },
);

/** Generates sequences: 1–4 devices, each of which opens a resource before the other steps. */
export const sequences: Arbitrary<Sequence> = fc
  .record({
    devices: fc.integer({ min: 1, max: DEVICES }),
    first: fc.array(resource, { minLength: 1, maxLength: DEVICES }),
    steps: fc.array(step, { minLength: 4, maxLength: 14 }),
    skew: fc.oneof(
      fc.constant(new Array<number>(DEVICES).fill(0)),
      fc.array(fc.integer({ min: -20, max: 20 }), { minLength: DEVICES, maxLength: DEVICES }),
    ),
  })
  .map(({ devices, first, steps, skew }) => {
    const within = (at: number) => at % devices;
    const opened = Array.from({ length: devices }, (_, index): Step => {
      return { kind: 'open', device: index, resource: first[index % first.length]! };
    });
    const all = [...opened, ...steps].map((each) => {
      if (each.kind === 'mix') return { ...each, device: within(each.device), other: within(each.other) };
      return 'device' in each ? { ...each, device: within(each.device) } : each;
    });
    return { skew, steps: all };
  });
