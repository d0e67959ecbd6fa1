import { randomUUID } from 'node:crypto';
import type { communityModeration } from '#src/contract/community-moderation.ts';
import type { noticeCalls } from '#src/contract/notice.ts';
import { readSettings } from '#src/server/community/settings.ts';
import { moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { unsubscribeLink } from '#src/server/notice/unsubscribe.ts';
import { mintPost } from '../community.ts';
import { mintWord } from '../moderation.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintMember } from '../world.ts';

const none = () => ({});
/** Of the link in an e-mail. */
const tokenFor = ({ userId }: { userId: string }, enterpriseId: string) =>
  new URL(unsubscribeLink({ enterpriseId, userId, groups: ['marked'] }, 'zh', 'http://x.localhost')).searchParams.get(
    'token',
  )!;
/** A post of the lecturer of the world, or of the person. */
const aPost = ({ world, person }: Scene, isOwn = false) =>
  mintPost(world.tenant, isOwn ? person : world.organisation, {
    title: `Reported ${world.mark}`,
    text: `Text ${world.mark}`,
    labelIds: [world.labelId],
  });
async function aCase(scene: Scene, isOwn = false): Promise<string> {
  const { tenant } = scene.world;
  const id = randomUUID();
  const postId = await aPost(scene, isOwn);
  await withTenant(tenant.id, (db) =>
    db.insert(moderationCase).values({ enterpriseId: tenant.id, id, postId, source: 'report', gmtCreate: new Date() }),
  );
  return id;
}
/** A warning about a post of the person, with their appeal or without. */
async function aDecision(scene: Scene, appealed: boolean): Promise<string> {
  const { tenant, lecturer, mark } = scene.world;
  const id = randomUUID();
  const caseId = await aCase(scene, true);
  const appeal = { appeal: `Appeal ${mark}`, appealedAt: new Date(), appealState: 'pending' as const };
  await withTenant(tenant.id, (db) =>
    db.insert(moderationDecision).values({
      ...{ enterpriseId: tenant.id, id, caseId, action: 'warn', reason: `Reason ${mark}`, decidedBy: lecturer.userId },
      ...(appealed ? appeal : {}),
    }),
  );
  return id;
}

export const moderationInputs: Inputs<keyof (typeof communityModeration & typeof noticeCalls)> = {
  'POST /community/auth/report/save': async (scene) => ({ postId: await aPost(scene), reason: 'spam' }),
  'POST /community/auth/moderation/page': none,
  'GET /community/auth/moderation/count': none,
  'GET /community/auth/moderation/view': async (scene) => ({ id: await aCase(scene) }),
  'POST /community/auth/moderation/decide': async (scene) => ({
    ...{ caseId: await aCase(scene), action: 'warn', reason: `Reason ${scene.world.mark}` },
  }),
  'POST /community/auth/moderation/appeal': async (scene) => ({
    ...{ decisionId: await aDecision(scene, false), text: `Appeal ${scene.world.mark}` },
  }),
  'POST /community/auth/moderation/appeal/decide': async (scene) => ({
    ...{ decisionId: await aDecision({ ...scene, person: scene.world.organisation }, true), accepted: false },
    reason: `Reason ${scene.world.mark}`,
  }),
  'POST /community/auth/moderation/mine': none,
  'GET /community/auth/setting/view': none,
  // On top of what the call before it has stored.
  'PUT /community/auth/setting/save': async ({ world }) => ({
    ...{ isPublic: true, allowAnonymous: true, newMemberDays: 3, newMemberDailyPosts: 1000, dailyPosts: 1000 },
    ...{ reviewNewMemberLinks: true, acceptedPoints: 5, acceptedPointsPerDay: 20 },
    revision: (await withTenant(world.tenant.id, (db) => readSettings(db, world.tenant.id))).revision,
  }),
  'GET /community/auth/moderator/list': none,
  'PUT /community/auth/moderator/save': async ({ world }) => ({ userId: (await mintMember(world)).userId, on: true }),
  'GET /community/auth/word/list': none,
  'POST /community/auth/word/save': ({ world }) => ({ words: `word ${world.mark}`, action: 'review' }),
  'DELETE /community/auth/word/delete': async ({ world }) => ({
    id: await mintWord(world.tenant, `gone ${world.mark} ${randomUUID()}`.slice(0, 50), 'review'),
  }),
  'POST /user/auth/notice/page': async ({ world: { tenant, mark }, person: { userId } }) => {
    const notice = { userId, kind: 'examMarked' as const, detail: { title: `Exam ${mark}` }, path: '/account' };
    await withTenant(tenant.id, (db) =>
      sendNotices(db, tenant.id, [{ ...notice, source: randomUUID(), at: new Date() }]),
    );
    return {};
  },
  'PUT /user/auth/notice/read': () => ({ until: new Date().toISOString() }),
  'GET /user/auth/notice/digest/view': none,
  'POST /user/auth/notice/delivery/page': none,
  'POST /user/api/notice/unsubscribe/view': ({ world }) => ({ token: tokenFor(world.lecturer, world.tenant.id) }),
  'POST /user/api/notice/unsubscribe/save': ({ world }) => ({
    token: tokenFor(world.lecturer, world.tenant.id),
    on: false,
  }),
  'POST /user/auth/notice/unreached/own/page': none,
  'POST /user/auth/notice/unreached/waiting/page': none,
  'GET /user/auth/notice/setting/view': none,
  'PUT /user/auth/notice/setting/save': () => ({ choices: { sms_due: true }, quiet: { from: 20, until: 7 } }),
  'PUT /user/auth/notice/digest/save': () => ({ frequency: 'weekly' }),
};
