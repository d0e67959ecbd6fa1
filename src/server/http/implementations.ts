import { accountVerbs } from '#src/server/account/verbs.ts';
import { siteVerbs } from '#src/server/site/verbs.ts';
import type { Implementation } from './implement.ts';

/** Every call that this portal answers. */
export const implementations: Implementation[] = [...accountVerbs, ...siteVerbs];

const byName = new Map(implementations.map((call) => [call.name as string, call]));

/** @throws Error when a page asks for a call that does not exist (a mistake of ours) */
export function implementationOf(name: string): Implementation {
  const call = byName.get(name);
  if (!call) throw new Error(`No such call: ${name}`);
  return call;
}
