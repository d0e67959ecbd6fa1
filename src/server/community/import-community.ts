import { and, eq, sql } from 'drizzle-orm';
import { folded } from '#src/lib/search-words.ts';
import { communityModerator, communitySetting, filteredWord } from '#src/server/community/tables/moderation.ts';
import { label } from '#src/server/community/tables/post.ts';
import { amount, changesOf, localizedText, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { importPosts } from './import-posts.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports the community. What administrators and members have changed in the portal is kept: rules, moderators, filtered
 * words and posts are only written if the pack has changed them since the last import.
 */
export async function importCommunity(
  importing: Importing,
  people: Ids,
  subjects: { courses: Ids; exams: Ids },
): Promise<void> {
  await importSettings(importing);
  await importModerators(importing, people);
  await importWords(importing);
  const labels = await importLabels(importing);
  await importPosts(importing, { people, labels, ...subjects });
}

async function importSettings(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, now, tally } = importing;
  const { settings } = pack.community;
  const { added } = changesOf(importing, 'community settings', settings ? [JSON.stringify(settings)] : []);
  if (!settings || added.length === 0) return;
  const { acceptedPoints, acceptedPointsPerDay, ...rules } = settings;
  const row = {
    ...rules,
    acceptedPoints: amount(acceptedPoints),
    acceptedPointsPerDay: amount(acceptedPointsPerDay),
    gmtModified: now,
  };
  const isNew = (await db.$count(communitySetting, eq(communitySetting.enterpriseId, enterpriseId))) === 0;
  await db
    .insert(communitySetting)
    .values({ enterpriseId, ...row })
    .onConflictDoUpdate({
      target: communitySetting.enterpriseId,
      set: { ...row, revision: sql`${communitySetting.revision} + 1` },
    });
  tally.add('community settings', isNew ? 'created' : 'updated', 'settings');
}

async function importModerators(importing: Importing, people: Ids): Promise<void> {
  const { db, enterpriseId, pack, now, tally } = importing;
  const { moderators } = pack.community;
  const { added, removed } = changesOf(
    importing,
    'community moderator',
    moderators.map((phone) => people.get(phone)!),
  );
  const phoneOf = new Map([...people].map(([phone, userId]) => [userId, phone]));
  const administrator = pack.people.find(({ isAdmin }) => isAdmin);
  for (const userId of added) {
    const appointedBy = administrator ? people.get(administrator.phone)! : userId;
    const written = await db
      .insert(communityModerator)
      .values({ enterpriseId, userId, appointedBy, gmtCreate: now })
      .onConflictDoNothing()
      .returning({ userId: communityModerator.userId });
    if (written.length > 0) tally.add('community moderator', 'created', phoneOf.get(userId) ?? userId);
  }
  for (const userId of removed) {
    const gone = await db
      .delete(communityModerator)
      .where(and(eq(communityModerator.enterpriseId, enterpriseId), eq(communityModerator.userId, userId)))
      .returning({ userId: communityModerator.userId });
    if (gone.length > 0) tally.add('community moderator', 'unpublished', phoneOf.get(userId) ?? userId);
  }
}

async function importWords(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, now, tally } = importing;
  const wanted = new Map(pack.community.filteredWords.map(({ word, action }) => [folded(word).trim(), action]));
  const keys = new Map([...wanted].map(([word, action]) => [`${action} ${word}`, { word, action }]));
  const { added, removed } = changesOf(importing, 'filtered word', [...keys.keys()]);
  for (const key of added) {
    const { word, action } = keys.get(key)!;
    await db
      .insert(filteredWord)
      .values({ enterpriseId, word, action, gmtCreate: now })
      .onConflictDoUpdate({ target: [filteredWord.enterpriseId, filteredWord.word], set: { action } });
    tally.add('filtered word', 'created', word);
  }
  for (const key of removed) {
    const word = key.slice(key.indexOf(' ') + 1);
    if (wanted.has(word)) continue;
    const gone = await db
      .delete(filteredWord)
      .where(and(eq(filteredWord.enterpriseId, enterpriseId), eq(filteredWord.word, word)))
      .returning({ id: filteredWord.id });
    if (gone.length > 0) tally.add('filtered word', 'unpublished', word);
  }
}

/** @returns ids by code */
function importLabels(importing: Importing): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'label',
    label,
    importing.pack.community.labels.map(({ code, name, description, color }, sort) => ({
      code,
      name: localizedText(importing, name),
      description: localizedText(importing, description),
      color,
      sort,
      deletedAt: null,
    })),
  );
}
