import { randomUUID } from 'node:crypto';
import { questionBank, questionBankEditor } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { insertQuestions } from '#src/server/question/write-questions.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** A question with a formula in both languages; B is right. */
export const SINGLE = {
  type: 'single' as const,
  texts: {
    zh: {
      stem: '功率 $P = UI$ 的单位是？',
      options: [
        { key: 'A', text: '伏特' },
        { key: 'B', text: '瓦特' },
      ],
      analysis: '**瓦特**',
    },
    en: {
      stem: 'What is the unit of the power $P = UI$?',
      options: [
        { key: 'A', text: 'Volt' },
        { key: 'B', text: 'Watt' },
      ],
      analysis: null,
    },
  },
  answer: 'B',
};

/** Inserts a bank with one question, which its editors may edit. */
export async function mintBank(
  tenant: TestTenant,
  editors: TestPerson[] = [],
  title = 'Bank',
): Promise<{ bankId: string; questionId: string }> {
  const enterpriseId = tenant.id;
  const bankId = randomUUID();
  const ids = await withTenant(enterpriseId, async (db) => {
    await db.insert(questionBank).values({ enterpriseId, id: bankId, code: bankId, title });
    if (editors.length > 0)
      await db.insert(questionBankEditor).values(editors.map(({ userId }) => ({ enterpriseId, bankId, userId })));
    return insertQuestions(db, enterpriseId, [
      { ...SINGLE, bankId, code: 'power', topic: 'Electricity', tags: ['law'], authorId: null, now: new Date() },
    ]);
  });
  return { bankId, questionId: ids[0]! };
}

export const GIFT = `::volt::What is the unit of voltage? {=Volt ~Ampere ~Ohm}

::sky::The sky is blue. {T}
`;

export const giftFile = (text = GIFT) => new File([text], 'quiz.gift', { type: 'text/plain' });
