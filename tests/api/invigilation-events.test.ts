import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenForChanges } from '#src/server/core/db/changes.ts';
import { wakeRoom } from '#src/server/core/events/rooms.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import { mintExam } from '../factories/exam.ts';
import { ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let stopListening: () => void;
beforeAll(async () => {
  tenant = await mintTenant();
  // As the portal does: what another process has done arrives by the same way.
  await new Promise<void>((resolve) => {
    stopListening = listenForChanges(
      () => undefined,
      (listening) => listening && resolve(),
      wakeRoom,
    );
  });
});
afterAll(() => stopListening());

async function connect(person: TestPerson, examId: string) {
  const controller = new AbortController();
  const response = await portal.request(`http://${tenant.host}/test/events/${examId}`, {
    signal: controller.signal,
    headers: { host: tenant.host, cookie: `${TOKEN_COOKIE}=${person.token}; ${companionCookie(person.token)}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status: response.status,
    /** Reads until the counts of an event contain the wanted one. */
    async until(wanted: string): Promise<void> {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream has ended: ${text}`);
        text += value;
      }
      text = '';
    },
    close: async () => {
      await reader.cancel();
      controller.abort();
    },
  };
}

it('tells those who look on what candidates and invigilators do, and nobody else', async () => {
  const admin = await mintPerson(tenant, { isAdmin: true });
  const candidate = await mintPerson(tenant);
  const exam = await mintExam(tenant);
  const refused = await connect(candidate, exam.id);
  expect(refused.status).toBe(404);
  await refused.close();

  const looking = await connect(admin, exam.id);
  expect(looking.status).toBe(200);
  await looking.until('"sitting":0');
  const { attemptId } = await ok(candidate, 'POST /exam/auth/user/exam/start', { id: exam.id });
  await looking.until('"sitting":1');
  await ok(admin, 'POST /exam/auth/exam/control/attempt/submit', { attemptId, reason: 'Has left the room' });
  await looking.until('"ended":1');
  await looking.close();
});
