import type { centre } from '#src/contract/centre.ts';
import { CENTRE_LISTS } from '#src/contract/rules/centre.ts';
import { mintOrganised } from '../centre.ts';
import { type Inputs, type Scene } from '../scene.ts';
import { mintMember } from '../world.ts';

/** Ordered for by the user as an organisation account. */
async function ofPerson({ world, person }: Scene) {
  const member = await mintMember(world);
  await mintOrganised(world.tenant, person, member, world.mark);
  return { userId: member.userId };
}

let asked = 0;
/** Each list is exported once at a time. */
const nextList = () => CENTRE_LISTS[asked++ % CENTRE_LISTS.length]!;

export const centreInputs: Inputs<keyof typeof centre> = {
  'GET /course/auth/centre/view': () => ({}),
  'POST /course/auth/centre/people/page': ofPerson,
  'GET /course/auth/centre/person/view': ofPerson,
  'POST /course/auth/centre/seat/page': ofPerson,
  'POST /course/auth/centre/task/page': ofPerson,
  'POST /course/auth/centre/exam/page': ofPerson,
  'POST /course/auth/centre/hour/page': ofPerson,
  'POST /course/auth/centre/certificate/page': ofPerson,
  'POST /course/auth/centre/export': async (scene) => ({ ...(await ofPerson(scene)), list: nextList() }),
};
