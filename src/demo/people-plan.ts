/** People of one department who do the same work. The first one of a department is its head. */
export type Group = { department: string; post: string; count: number };
/** A certificate that people of some positions hold, or everybody: for how many months it is valid. */
export type Held = { certificate: string; posts?: readonly string[]; months: number | null; share?: number };
/** A course that people of some positions have completed, on training days so many days ago. */
export type Completed = { course: string; posts: readonly string[]; days: readonly number[] };
/** The last person of a position need not fulfil a requirement for a while. */
export type Exempt = { requirement: string; post: string; reason: string; until: string };
/** People who have passed an exam: of those of some positions the second, fourth, … with `every: 2`. */
export type Passed = { exam: string; posts: readonly string[]; every: number; days: number };
/** What is invented for a demo tenant. */
export type Plan = {
  number: string;
  /** People have had their certificates before they joined. */
  isExperienced?: boolean;
  groups: readonly Group[];
  held: readonly Held[];
  completed: readonly Completed[];
  passed: readonly Passed[];
  exempt: readonly Exempt[];
};
