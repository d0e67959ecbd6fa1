import { createHash } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { plainText } from '#src/lib/rich-document/read-document.ts';
import { file } from '#src/server/file/tables.ts';
import {
  post,
  postFollow,
  postLabel,
  postVersion,
  postVote,
  type PostKind,
} from '#src/server/community/tables/post.ts';
import { checkDocument } from '#src/server/core/rich-document/check-document.ts';
import { renderDocument } from '#src/server/core/rich-document/render-document.ts';
import { writeThread } from './import-comments.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import { markdownPictures, markdownToDocument, type FindPicture } from '#src/server/pack/markdown-document.ts';
import { postsOf, type Answer, type Blog, type Question } from '#src/server/pack/pack-community.ts';

type Ids = ReadonlyMap<string, string>;
type Known = { people: Ids; labels: Ids; courses: Ids; exams: Ids };
type Row = typeof post.$inferSelect;
/** What the pack can change in a post that exists. */
type Content = { title: string | null; body: RichDocument; coverFileId: string | null; labelIds: string[] };
type Written = { id: string; isNew: boolean };
type Posts = Importing &
  Known & {
    findPicture: FindPicture;
    /** By their code in the database: the kind and the code of the pack. */
    stored: Map<string, { row: Row; labelIds: string[] }>;
    /** Hashes of the content at the last import, by code. */
    imported: Map<string, string>;
  };

/**
 * Imports blogs, questions and answers. A post is created once, with its votes, followers, lock, acceptance and duplicate;
 * later imports only change its content (`Content`), as a new revision, and not after a member has changed it. Posts that
 * were removed from the pack stay: members may have answered them.
 */
export async function importPosts(importing: Importing, known: Known): Promise<void> {
  const { community } = importing.pack;
  const posts: Posts = {
    ...importing,
    ...known,
    findPicture: await readPictures(importing),
    stored: await readStored(importing),
    imported: new Map((importing.before['post'] ?? []).map((key) => key.split(' ') as [string, string])),
  };
  importing.codes['post'] = [];
  for (const blog of community.blogs) await writePost(posts, 'blog', blog);
  const questions = new Map<string, Written>();
  for (const question of community.questions) {
    const written = await writePost(posts, 'question', question);
    questions.set(question.code, written);
    for (const answer of question.answers) await writeAnswer(posts, written.id, answer);
  }
  for (const { code, duplicateOf } of community.questions) {
    if (duplicateOf === undefined || !questions.get(code)!.isNew) continue;
    await setOnce(posts, questions.get(code)!.id, { duplicateOf: questions.get(duplicateOf)!.id });
  }
  const written = new Set(importing.codes['post'].map((key) => key.split(' ')[0]));
  for (const code of posts.imported.keys()) {
    if (!written.has(code) && posts.stored.has(code)) importing.tally.add(kindOf(code), 'absent', nameOf(code));
  }
}

/** Kind and name of a post for the operator, by its code in the database. */
const kindOf = (code: string) => (code.startsWith('question/') ? 'community question' : code.split('/')[0]!);
const nameOf = (code: string) => code.slice(code.indexOf('/') + 1);

async function writeAnswer(posts: Posts, questionId: string, answer: Answer): Promise<void> {
  const { id, isNew } = await writePost(posts, 'answer', answer, questionId);
  if (answer.accepted && isNew) await setOnce(posts, questionId, { acceptedAnswerId: id });
}

/** Sets a column of a question that is empty; no points are posted for accepted answers. */
async function setOnce(
  { db, enterpriseId }: Posts,
  id: string,
  value: { acceptedAnswerId: string } | { duplicateOf: string },
): Promise<void> {
  const empty = 'duplicateOf' in value ? isNull(post.duplicateOf) : isNull(post.acceptedAnswerId);
  await db
    .update(post)
    .set(value)
    .where(and(eq(post.enterpriseId, enterpriseId), eq(post.id, id), empty));
}

async function writePost(
  posts: Posts,
  kind: PostKind,
  entry: Blog | Question | Answer,
  questionId: string | null = null,
): Promise<Written> {
  const { people, stored, codes } = posts;
  const code = `${kind}/${entry.code}`;
  const content = contentOf(posts, entry);
  codes['post']!.push(`${code} ${hashOf(content)}`);
  const before = stored.get(code);
  if (before) await changePost(posts, code, before, content);
  const id = before?.row.id ?? (await createPost(posts, kind, code, entry, content, questionId));
  for (const [i, comment] of entry.comments.entries())
    await writeThread(posts, people, `post/${code}/${i + 1}`, { subjectType: 'post', subjectId: id }, comment);
  return { id, isNew: !before };
}

function contentOf({ labels, findPicture, fileId }: Posts, entry: Blog | Question | Answer): Content {
  const body = checkDocument(markdownToDocument(entry.body, findPicture).document);
  if (!('title' in entry)) return { title: null, body, coverFileId: null, labelIds: [] };
  const labelIds = entry.labels.map((label) => labels.get(label)!).sort();
  return { title: entry.title, body, coverFileId: fileId(entry.cover, 'member'), labelIds };
}

async function createPost(
  posts: Posts,
  kind: PostKind,
  code: string,
  entry: Blog | Question | Answer,
  { labelIds, ...content }: Content,
  questionId: string | null,
): Promise<string> {
  const { db, enterpriseId, now, tally, people, courses, exams } = posts;
  const authorId = people.get(entry.phone)!;
  const publishedAt = momentOf(posts, entry.at);
  const text = { title: content.title, body: content.body, plainText: plainText(content.body) };
  const subject =
    'course' in entry && entry.course !== undefined
      ? { subjectType: 'course' as const, subjectId: courses.get(entry.course)! }
      : 'exam' in entry && entry.exam !== undefined
        ? { subjectType: 'exam' as const, subjectId: exams.get(entry.exam)! }
        : {};
  const [created] = await db
    .insert(post)
    .values({
      ...{ enterpriseId, kind, questionId, code, authorId, publishedAt, gmtModified: now, anonymous: entry.anonymous },
      ...{ ...text, bodyHtml: renderDocument(text.body), coverFileId: content.coverFileId, ...subject },
      lockedAt: 'locked' in entry && entry.locked ? now : null,
    })
    .returning({ id: post.id });
  const own = { enterpriseId, postId: created!.id };
  await db.insert(postVersion).values({ ...own, ...text, revision: 1, editorId: authorId, gmtCreate: publishedAt });
  if (labelIds.length > 0)
    await db.insert(postLabel).values(labelIds.map((labelId) => ({ ...own, labelId, publishedAt })));
  const byPerson = (phones: string[]) =>
    phones.map((phone) => ({ ...own, userId: people.get(phone)!, gmtCreate: publishedAt }));
  if (entry.votes.length > 0) await db.insert(postVote).values(byPerson(entry.votes));
  if ('follows' in entry && entry.follows.length > 0) await db.insert(postFollow).values(byPerson(entry.follows));
  tally.add(kindOf(code), 'created', entry.code);
  return created!.id;
}

async function changePost(
  posts: Posts,
  code: string,
  { row, labelIds }: { row: Row; labelIds: string[] },
  content: Content,
): Promise<void> {
  const { db, enterpriseId, now, tally, imported } = posts;
  const [kind, name] = [kindOf(code), nameOf(code)];
  const [current, wanted] = [hashOf({ ...row, labelIds }), hashOf(content)];
  const last = imported.get(code);
  // Without a record of the last import, a post that was never edited is as it was imported.
  const isAsImported = last === undefined ? row.revision === 1 : current === last;
  if (current === wanted || !isAsImported) {
    if (current !== wanted && last !== wanted) posts.log(`${code} was changed in the portal: its text is kept`);
    tally.add(kind, 'unchanged', name);
    return;
  }
  const { title, body, coverFileId } = content;
  const text = { title, body, plainText: plainText(body) };
  const isNewText = row.title !== title || canonicalJson(row.body) !== canonicalJson(body);
  const revision = row.revision + (isNewText ? 1 : 0);
  await db
    .update(post)
    .set({
      ...{ ...text, bodyHtml: renderDocument(body), coverFileId, revision, gmtModified: now },
      ...(isNewText && { editedAt: now }),
    })
    .where(and(eq(post.enterpriseId, enterpriseId), eq(post.id, row.id)));
  const own = { enterpriseId, postId: row.id };
  if (isNewText)
    await db.insert(postVersion).values({ ...own, ...text, revision, editorId: row.authorId, gmtCreate: now });
  const { publishedAt } = row;
  const removed = labelIds.filter((id) => !content.labelIds.includes(id));
  if (removed.length > 0)
    await db
      .delete(postLabel)
      .where(
        and(
          eq(postLabel.enterpriseId, enterpriseId),
          eq(postLabel.postId, row.id),
          inArray(postLabel.labelId, removed),
        ),
      );
  const added = content.labelIds.filter((id) => !labelIds.includes(id));
  if (added.length > 0) await db.insert(postLabel).values(added.map((labelId) => ({ ...own, labelId, publishedAt })));
  tally.add(kind, 'updated', name);
}

const hashOf = ({ title, body, coverFileId, labelIds }: Content) =>
  createHash('sha256').update(canonicalJson({ title, body, coverFileId, labelIds })).digest('base64url').slice(0, 22);

async function readStored({ db, enterpriseId }: Importing): Promise<Posts['stored']> {
  const rows = await db
    .select()
    .from(post)
    .where(and(eq(post.enterpriseId, enterpriseId), isNotNull(post.code)));
  const labelsOf = Map.groupBy(
    await db
      .select({ postId: postLabel.postId, labelId: postLabel.labelId })
      .from(postLabel)
      .innerJoin(post, and(eq(post.enterpriseId, postLabel.enterpriseId), eq(post.id, postLabel.postId)))
      .where(and(eq(postLabel.enterpriseId, enterpriseId), isNotNull(post.code))),
    ({ postId }) => postId,
  );
  return new Map(
    rows.map((row) => {
      const labelIds = (labelsOf.get(row.id) ?? []).map(({ labelId }) => labelId).sort();
      return [row.code!, { row, labelIds }];
    }),
  );
}

async function readPictures({ db, enterpriseId, pack, fileId }: Importing): Promise<FindPicture> {
  const paths = postsOf(pack.community).flatMap(({ body }) => markdownPictures(body));
  const ids = new Map(paths.map((path) => [path, fileId(path, 'member')!]));
  const sizes = await db
    .select({ fileId: file.id, width: file.width, height: file.height })
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, [...ids.values()])));
  return (path) => sizes.find((size) => size.fileId === ids.get(path));
}
