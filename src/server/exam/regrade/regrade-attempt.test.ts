import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { AS_ON_PAPER, ruleName, scoreRegraded } from '#src/server/exam/regrade-rule.ts';
import { regradeAttempt } from './regrade-attempt.ts';

const options = ['A', 'B'].map((key) => ({ key, text: key }));
const paper: PaperQuestion[] = [0, 1, 2, 3].map((i) => ({
  ...{ questionId: `q${i}`, version: 1, section: '', stem: '', options, blanks: 0, analysis: null },
  ...{ type: i === 3 ? ('short' as const) : ('single' as const), score: 10 + i, answer: 'A' },
}));
const rule: fc.Arbitrary<RegradeRule> = fc.record({
  key: fc.constantFrom(null, ['A'], ['B'], ['A', 'B']),
  score: fc.constantFrom(null, 5, 7.35, 20),
  void: fc.constantFrom(null, null, 'full' as const, 'drop' as const),
});
const steps = fc.array(fc.record({ question: fc.nat(3), rule, keepPasses: fc.boolean() }), { maxLength: 6 });
const answers = fc.array(fc.constantFrom('A', 'B', null), { minLength: 4, maxLength: 4 });

/** A marked attempt as it is stored before any regrade. */
function stored(chosen: (string | null)[], mark: number) {
  const submittedAnswers = Object.fromEntries(chosen.map((answer, i) => [`q${i}`, answer]));
  const scored = scoreRegraded(paper, {
    answers: submittedAnswers,
    given: { q3: mark },
    rules: new Map(),
    passScore: '25',
  });
  return {
    ...{ paper, submittedAnswers, marks: scored.marks, givenMarks: null, status: 'marked' as const, passKept: false },
    ...{ objectiveScore: String(scored.objective / 100), subjectiveScore: String(scored.subjective / 100) },
    ...{ notCounted: null, totalScore: '46', passed: scored.objective + scored.subjective >= 2500 },
  };
}

it('regrades one after another give what the last rules give, also applied twice', () => {
  fc.assert(
    fc.property(steps, answers, fc.nat(1300), (all, chosen, hundredths) => {
      let attempt: Parameters<typeof regradeAttempt>[0] = stored(chosen, hundredths / 100);
      let rules = new Map<string, RegradeRule>();
      for (const { question, rule: next, keepPasses } of all) {
        const name = ruleName(paper[question]!);
        const own = { ...next, key: question === 3 ? null : next.key };
        rules = new Map([...rules, [name, own]]);
        const how = { rules, passScore: '25', certificateScore: null, keepPasses };
        const whole = regradeAttempt(attempt, how);
        const wasPassed = attempt.passed;
        attempt = { ...attempt, ...whole.values };
        // As an attempt that was closed by the rule before the job came to it.
        expect(regradeAttempt(attempt, how)).toMatchObject({ values: whole.values, scoreBefore: whole.scoreAfter });
        if (keepPasses && wasPassed) expect(attempt.passed).toBe(true);
        const scored = scoreRegraded(paper, {
          ...{ answers: attempt.submittedAnswers!, given: { q3: hundredths / 100 }, rules, passScore: '25' },
        });
        expect(attempt.marks).toEqual(scored.marks);
        expect(Number(attempt.totalScore) * 100).toBeCloseTo(scored.total, 6);
        expect(whole.passMark * 100).toBeCloseTo(scored.passMark, 6);
        expect(whole.scoreAfter * 100).toBeCloseTo(scored.objective + scored.subjective, 6);
      }
    }),
  );
});

it('undone, a regrade leaves the marks and scores that were there before', () => {
  fc.assert(
    fc.property(rule, answers, fc.nat(1300), fc.nat(3), (own, chosen, hundredths, question) => {
      const attempt = stored(chosen, hundredths / 100);
      const name = ruleName(paper[question]!);
      const as = (next: RegradeRule) => new Map([[name, { ...next, key: question === 3 ? null : next.key }]]);
      const how = { passScore: '25', certificateScore: null, keepPasses: false };
      const one = regradeAttempt(attempt, { ...how, rules: as(own) });
      const two = regradeAttempt({ ...attempt, ...one.values }, { ...how, rules: as(AS_ON_PAPER) });
      const { marks, passed } = attempt;
      expect(two.values).toMatchObject({ marks, passed, passKept: false });
      expect(two.scoreAfter).toBe(one.scoreBefore);
    }),
  );
});
