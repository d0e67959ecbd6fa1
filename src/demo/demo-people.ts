import { seededRandom } from '#src/lib/shuffle.ts';
import type { Pack } from '#src/server/pack/pack.ts';
import { bluebayPlan } from './bluebay-people.ts';
import { huaxinPlan } from './huaxin-people.ts';
import type { Plan } from './people-plan.ts';
import { personNames } from './person-names.ts';

type Person = Pack['people'][number];
const PLANS: Record<string, Plan> = { huaxin: huaxinPlan, bluebay: bluebayPlan };
/** Days of two years. */
const PAST = 730;
/** Days since people got the certificates of their profession. */
const EXPERIENCE = 3_000;

/**
 * Adds invented people with their history of two years to the pack of a demo tenant (docs/specification.md, section "Demo tenants"): the
 * same ones each time. Their phone numbers begin like those of the pack.
 */
export function withDemoPeople(tenant: 'huaxin' | 'bluebay', pack: Pack): Pack {
  const { number, groups, held, completed, passed, exempt, isExperienced } = PLANS[tenant]!;
  const prefix = pack.people[0]!.phone.slice(0, 6);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const names = personNames(
    pack.site.lang,
    total,
    pack.people.map(({ userName }) => userName),
  );
  const people: Person[] = [];
  const heads = new Map<string, Person>();
  const history = structuredClone(pack.history);
  for (const { department, post, count } of groups)
    for (let n = 0; n < count; n += 1) {
      const at = people.length;
      const random = seededRandom(`${tenant} ${at}`);
      const isHead = !heads.has(department);
      const joined = isHead ? 900 + Math.floor(random() * 4000) : joinedBefore(random);
      const person: Person = {
        phone: `${prefix}${String(1001 + at).padStart(5, '0')}`,
        ...names[at]!,
        ...{ userType: 1, isAdmin: false, department, post, joinedOn: `-${joined}d` },
        employeeNo: `${number}${String(2001 + at)}`,
      };
      const superior = isHead ? headAbove(heads, department) : heads.get(department);
      if (superior) person.superior = superior.employeeNo;
      if (isHead) heads.set(department, person);
      people.push(person);
      addHistory(history, { person, joined, held, completed, random, since: isExperienced ? EXPERIENCE : joined });
    }
  const departments = pack.departments.map((entry) => {
    const head = entry.head ?? heads.get(entry.department)?.phone;
    return head === undefined ? entry : { ...entry, head };
  });
  const requirements = pack.requirements.map((entry) => ({
    ...entry,
    exemptions: exempt
      .filter(({ requirement }) => requirement === entry.code)
      .map(({ post, reason, until }) => ({
        phone: people.findLast((each) => each.post === post)!.phone,
        reason,
        until,
      })),
  }));
  const sittings = passed.map(({ exam, posts, every, days }) => ({
    ...{ exam, at: `-${days}d9h`, answers: 'right' as const },
    people: people
      .filter(({ post }) => posts.includes(post))
      .filter((_, at) => at % every === every - 1)
      .map(({ phone }) => phone),
  }));
  return {
    ...{ ...pack, people: [...pack.people, ...people], departments, history, requirements },
    sittings: [...pack.sittings, ...sittings],
  };
}

/** One in ten has joined in the last three months, three in ten in the last year. */
function joinedBefore(random: () => number): number {
  const luck = random();
  if (luck < 0.1) return 3 + Math.floor(random() * 85);
  if (luck < 0.3) return 90 + Math.floor(random() * 270);
  return 360 + Math.floor(random() * 3600);
}

function headAbove(heads: ReadonlyMap<string, Person>, department: string): Person | undefined {
  const names = department.split('/');
  for (let length = names.length - 1; length > 0; length -= 1) {
    const head = heads.get(names.slice(0, length).join('/'));
    if (head) return head;
  }
  return undefined;
}

type Past = Pick<Plan, 'held' | 'completed'> & { person: Person; joined: number; since: number; random: () => number };

function addHistory(history: Pack['history'], { person, joined, since, held, completed, random }: Past): void {
  const { phone, post } = person;
  for (const { certificate, posts, months, share = 0.93 } of held) {
    if (posts && !posts.includes(post)) continue;
    // Each person has own habits, but nothing depends on the order of the list.
    const luck = seededRandom(`${phone} ${certificate}`);
    if (luck() > share) continue;
    for (const days of issuedBefore(since, months, luck))
      history.certificates.push({ phone, certificate, at: `-${days}d${9 + Math.floor(luck() * 8)}h` });
  }
  for (const { course, posts, days } of completed) {
    if (!posts.includes(post) || random() > 0.8) continue;
    const at = days.filter((day) => day < joined).at(Math.floor(random() * days.length));
    if (at !== undefined) history.studied.push({ phone, course, percent: 100, at: `-${at}d16h` });
  }
}

/** Days before today on which a certificate was issued, the first one first: most are renewed in time, some late, some not any more. */
function issuedBefore(joined: number, months: number | null, random: () => number): number[] {
  const first = Math.max(1, joined - 3 - Math.floor(random() * 35));
  if (months === null) return [Math.min(first, joined)];
  const valid = Math.round(months * 30.44);
  // Some lapse within the next three months, or have just done so.
  if (first > valid && random() < 0.12) return [valid + 14 - Math.floor(random() * 104)];
  // Those who were there before have been given theirs on some day of its validity.
  let days = first > PAST + valid ? PAST + Math.floor(random() * valid) : first;
  const issued = [days];
  while (days > valid - 30) {
    const luck = random();
    if (luck < 0.08) break;
    days -= luck < 0.2 ? valid + Math.floor(random() * 45) : valid - Math.floor(random() * 40);
    if (days < 1) break;
    issued.push(days);
  }
  return issued;
}
