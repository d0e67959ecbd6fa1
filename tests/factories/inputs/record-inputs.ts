import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { certificate } from '#src/contract/certificate.ts';
import type { exportRecords } from '#src/contract/export.ts';
import type { flow } from '#src/contract/flow.ts';
import type { order } from '#src/contract/order.ts';
import type { policy as policyCalls } from '#src/contract/policy.ts';
import type { ranking } from '#src/contract/ranking.ts';
import type { record } from '#src/contract/record.ts';
import type { statement } from '#src/contract/statement.ts';
import { POLICY_DEFAULTS } from '#src/contract/rules/policy.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { bulkJob } from '#src/server/bulk/tables.ts';
import { approvalChain } from '#src/server/flow/tables.ts';
import { policy } from '#src/server/policy/tables.ts';
import { cartItem } from '#src/server/order/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintOrganised } from '../centre.ts';
import { mintOrder } from '../order.ts';
import { giveCertificate, mintCertificate, mintStatement } from '../record.ts';
import { mintExport, requestRegistration, withApplicant, type Inputs, type Scene } from '../scene.ts';
import { mintMember } from '../world.ts';

const none = () => ({});
const paid = ({ world }: Scene) => ({ courseId: world.paidCourseId });
const pointRevision = (enterpriseId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db.select().from(policy).where(eq(policy.enterpriseId, enterpriseId));
    return rows.find(({ kind }) => kind === 'points')?.revision ?? 0;
  });
/** The revision on which steps are saved. */
const chainRevision = (enterpriseId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db.select().from(approvalChain).where(eq(approvalChain.enterpriseId, enterpriseId));
    return rows.find(({ flowType }) => flowType === 'memberErasure')?.revision ?? 0;
  });
const place = async (scene: Scene) => ({ id: await requestRegistration(scene) });

const LISTS = ['courses', 'studyRecords', 'exams', 'certificates', 'hours', 'credits'] as const;
let asked = 0;
/** Another list each time, because a user exports one list once at a time. */
const nextList = () => LISTS[asked++ % LISTS.length]!;

/** Puts a course into the user's cart. */
async function fillCart({ world, person }: Scene): Promise<void> {
  const { tenant, paidCourseId, learner } = world;
  const chosen = { seats: 2, userIds: [learner.userId] };
  await withTenant(tenant.id, (db) =>
    db
      .insert(cartItem)
      .values({ enterpriseId: tenant.id, userId: person.userId, courseId: paidCourseId, ...chosen })
      .onConflictDoUpdate({ target: [cartItem.enterpriseId, cartItem.userId, cartItem.courseId], set: chosen }),
  );
}

/** Inserts an approved order of the user with one assigned and one free seat. */
async function ordered(scene: Scene) {
  const { tenant, paidCourseId: courseId } = scene.world;
  const { person } = await withApplicant(scene);
  const orderId = await mintOrder(tenant, scene.person, courseId, [person], { seats: 2 });
  return { where: { orderId, courseId }, memberId: person.userId };
}

/** One member of a department, without a seat. */
async function departmentOf(scene: Scene) {
  const { tenant, mark } = scene.world;
  const department = `Department ${mark} ${randomUUID().slice(0, 8)}`;
  const { userId } = await mintMember(scene.world);
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, userId)),
  );
  return { ...(await ordered(scene)).where, department };
}

/** Issues a certificate with an end to the user. */
async function held({ world: { tenant, mark }, person }: Scene) {
  const kind = await mintCertificate(tenant, { certificateName: `Certificate ${mark}`, validMonths: 12 });
  return { id: (await giveCertificate(tenant, person, kind)).id, reason: `Reason ${mark}` };
}

export const recordInputs: Inputs<
  keyof (typeof certificate &
    typeof exportRecords &
    typeof flow &
    typeof order &
    typeof policyCalls &
    typeof ranking &
    typeof record &
    typeof statement)
> = {
  'POST /data/auth/user/sign/save': none,
  'GET /data/auth/user/sign/month/view': none,
  'GET /data/auth/user/contribution/view': none,
  'GET /data/auth/course/hour/user/hours/count': none,
  'POST /data/auth/course/hour/user/course/hour/page': none,
  'GET /data/auth/course/hour/user/month/list': none,
  'GET /data/auth/user/credit/hour/change/record/count': none,
  'POST /data/auth/user/credit/hour/change/record/page': none,
  'POST /data/auth/user/credit/hour/change/record/export': none,
  'GET /data/auth/credit/hour/change/record/count': none,
  'POST /data/auth/credit/hour/change/record/page': none,
  'POST /data/auth/credit/hour/change/record/export': none,
  'POST /course/auth/user/certificate/page': none,
  'POST /course/auth/user/certificate/export': none,
  'GET /course/auth/user/certificate/view': async ({ world, person }) => ({
    id: (await giveCertificate(world.tenant, person, world.certificateId)).id,
  }),
  'GET /course/auth/user/certificate/choice/view': none,
  'PUT /course/auth/user/certificate/choice/save': () => ({ holderName: 'full' }),
  'GET /course/api/certificate/verify': async ({ world, person }) => ({
    number: (await giveCertificate(world.tenant, person, world.certificateId)).certificateNo,
  }),
  'GET /data/auth/statement/year/list': none,
  'POST /data/auth/statement/issue': () => ({ year: 2025 }),
  'POST /data/auth/statement/page': none,
  'POST /data/auth/statement/department/export': () => ({ year: 2025 }),
  'POST /data/auth/statement/department/page': none,
  'POST /data/auth/statement/organisation/export': async ({ world, person }) => {
    await mintOrganised(world.tenant, person, await mintMember(world), world.mark);
    return { year: 2025 };
  },
  'POST /data/auth/statement/organisation/page': none,
  'GET /data/api/statement/verify': async ({ world, person }) => ({
    number: (await mintStatement(world.tenant, person, { userName: world.mark })).statementNo,
  }),
  'POST /course/auth/certificate/expiring/page': none,
  'GET /course/auth/certificate/list': none,
  'POST /course/auth/certificate/kind/page': none,
  'POST /course/auth/certificate/kind/save': ({ world }) => ({
    ...{ certificateName: `Kind ${world.mark}`, issuer: 'Academy', validMonths: 12 },
  }),
  'DELETE /course/auth/certificate/kind/delete': async ({ world }) => ({
    id: await mintCertificate(world.tenant, { code: `portal-${randomUUID()}` }),
  }),
  'POST /course/auth/certificate/issued/page': ({ world }) => ({ certificateId: world.certificateId }),
  'POST /course/auth/certificate/issued/export': none,
  'POST /course/auth/certificate/people/page': none,
  'POST /course/auth/certificate/issue': async (scene) => ({
    certificateId: scene.world.certificateId,
    userIds: [(await withApplicant(scene)).person.userId],
    reason: `Reason ${scene.world.mark}`,
  }),
  'POST /course/auth/certificate/revoke': held,
  'POST /course/auth/certificate/renew': held,
  'POST /course/auth/certificate/correct': async (scene) => ({
    ...(await held(scene)),
    userName: `Name ${scene.world.mark}`,
  }),
  'POST /course/auth/certificate/bulk/save': async (scene) => {
    const { tenant } = scene.world;
    // One at a time per person.
    await withTenant(tenant.id, (db) =>
      db.update(bulkJob).set({ state: 'stopped', endedAt: new Date() }).where(eq(bulkJob.enterpriseId, tenant.id)),
    );
    const { id, reason } = await held(scene);
    return { ids: [id], kind: 'renew', reason };
  },
  'PUT /course/auth/user/certificate/see': async (scene) => [(await held(scene)).id],
  'POST /user/auth/enterprise/user/account/integral/rank/page': none,
  'GET /user/auth/enterprise/user/account/current/integral/rank': none,
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page': none,
  'GET /user/auth/enterprise/user/account/credit/hour/rank': none,
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page': none,
  'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank': none,
  'POST /data/auth/export/record/page': none,
  'GET /data/auth/export/record/get/file/download/url': async (scene) => ({ id: await mintExport(scene, 2) }),
  'POST /data/auth/export/people/save': ({ person }) => ({ userId: person.userId, exportType: nextList() }),
  'POST /data/auth/export/record/remake': async (scene) => ({ id: await mintExport(scene, 3) }),
  'DELETE /data/auth/export/record/delete': async (scene) => ({ id: await mintExport(scene, 2) }),
  'DELETE /data/auth/export/record/all/delete': none,
  'GET /user/auth/policy/view': none,
  'PUT /user/auth/policy/save': async ({ world }) => ({
    ...{ kind: 'points', revision: await pointRevision(world.tenant.id), rules: POLICY_DEFAULTS.points },
  }),
  'PUT /user/auth/ranking/choice/save': () => ({ names: 'name' }),
  'GET /user/auth/flow/chain/list': none,
  'PUT /user/auth/flow/chain/save': async ({ world }) => ({
    ...{ flowType: 'memberErasure', revision: await chainRevision(world.tenant.id) },
    steps: [{ approver: 'administrator', userId: null }],
  }),
  'POST /user/auth/flow/instance/undo': none,
  'POST /user/auth/flow/instance/done': none,
  'POST /user/auth/flow/instance/myInstance': none,
  'POST /user/auth/flow/instance/export': () => ({ flow: 'todo' }),
  'GET /user/auth/flow/instance/view': place,
  'PUT /user/auth/flow/instance/see': async (scene) => [await requestRegistration(scene)],
  'POST /user/auth/flow/instance/log/list': place,
  // Users cannot decide their own request.
  'POST /user/auth/flow/instance/submitFlow': async (scene) => ({
    ...(await place(await withApplicant(scene))),
    action: 'approve',
    comment: `Agreed ${scene.world.mark}`,
  }),
  'POST /user/auth/flow/instance/withdraw': place,
  'GET /course/auth/order/cart/list': none,
  // Members who do not order may not name seats and people.
  'POST /course/auth/order/cart/save': paid,
  'DELETE /course/auth/order/cart/delete': paid,
  'POST /course/auth/order/people/page': paid,
  'GET /course/auth/order/department/list': none,
  'POST /course/auth/order/submit': async (scene) => {
    await fillCart(scene);
    return { submitKey: randomUUID(), total: 199.8, currency: 'CNY' };
  },
  'POST /course/auth/order/page': none,
  'POST /course/auth/order/export': none,
  'GET /course/auth/order/view': async (scene) => ({ id: (await ordered(scene)).where.orderId }),
  'POST /course/auth/order/seat/save': async (scene) => ({
    ...(await ordered(scene)).where,
    userIds: [(await withApplicant(scene)).person.userId],
  }),
  'DELETE /course/auth/order/seat/delete': async (scene) => {
    const { where, memberId } = await ordered(scene);
    return { ...where, userId: memberId };
  },
  'DELETE /course/auth/order/seat/unused/delete': async (scene) => (await ordered(scene)).where,
  'POST /course/auth/order/seat/department/plan': departmentOf,
  'POST /course/auth/order/seat/department/save': async (scene) => ({ ...(await departmentOf(scene)), getCount: 1 }),
  'POST /course/auth/order/repeat': async (scene) => ({ id: (await ordered(scene)).where.orderId }),
  'GET /course/auth/order/invoice/view': none,
  'POST /course/auth/order/invoice/save': ({ world: { mark } }) => ({
    ...{ title: `Invoice ${mark}`, taxNumber: '9144030071526726XG', address: `Street ${mark}` },
    ...{ phone: '0755-1234567', bank: `Bank ${mark}`, bankAccount: '4000 0212 0920' },
  }),
};
