import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { BROWSER_COOKIE } from '#src/server/account/login-methods/login-attempt.ts';
import { mintCast, type Role } from '../factories/cast.ts';
import { referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { FILLERS, hasFreeText, largestInput } from '../factories/largest-input.ts';
import { request } from '../factories/portal.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { BROWSER } from '../factories/scene.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintWorld, type World } from '../factories/world.ts';

/*
 * One request must not hold up all others: every operation is called with its largest valid input, and no turn of the event loop may
 * take longer than a reference loop of the same run, which takes about 100 ms.
 */

const CALLS = Object.entries(calls) as [Call, CallContract][];

let providers: Providers;
let world: World;
let reference: number;
beforeAll(async () => {
  providers = await startWorldProviders();
  world = await mintWorld(providers, 'WorldOfTurns');
  reference = referenceLoop();
  return () => providers.stop();
});

const ROLE: Partial<Record<CallContract['auth'], Role>> = { lecturer: 'administrator', organisation: 'organisation' };

/** Makes a call as somebody who may, with the largest input; the answer may be a refusal. */
async function make(name: Call, contract: CallContract, filler: string): Promise<() => Promise<number>> {
  const cast = await mintCast(world);
  const role = ROLE[contract.auth] ?? (contract.auth === 'admin' ? 'administrator' : 'learner');
  const person = cast[role];
  const input = largestInput(contract, await inputs[name]({ world, person }), filler) as Input<Call>;
  const token = await mintSession(person.userId, world.tenant.id);
  const cookie = `${BROWSER_COOKIE}=${BROWSER}; ${companionCookie(token)}`;
  return async () => {
    const response = await request({ host: world.tenant.host, token, cookie }, name, input);
    await response.text();
    return response.status;
  };
}

const CASES = Object.entries(FILLERS).flatMap(([texts, filler]) =>
  CALLS.filter(([, contract]) => texts === 'words' || hasFreeText(contract)).map(
    ([name, contract]) => [name, texts, contract, filler] as const,
  ),
);

describe('no turn of the event loop is long', () => {
  it.each(CASES)('%s with texts of %s', async (name, _texts, contract, filler) => {
    const statuses: number[] = [];
    const ratio = await turnRatio(async () => {
      const call = await make(name, contract, filler);
      statuses.push(await call());
    }, reference);
    expect(statuses).not.toContain(500);
    expect(ratio).toBeLessThan(1);
  });
});
