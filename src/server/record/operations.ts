import { record } from '#src/contract/record.ts';
import { implement } from '#src/server/core/implement.ts';
import { countCredits } from './count-credits.ts';
import { countHours } from './count-hours.ts';
import { listCertificates } from './list-certificates.ts';
import { listCreditLines, listHourLines } from './list-lines.ts';
import { listMonths } from './list-months.ts';
import { exportCertificates, exportLines } from './request-exports.ts';
import { saveCheckIn } from './save-check-in.ts';
import { saveRankingChoice } from './save-ranking-choice.ts';
import { viewCertificate } from './view-certificate.ts';
import { saveNameChoice, verifyCertificate, viewNameChoice } from './verify-certificate.ts';
import { viewCheckIns } from './view-check-ins.ts';
import { viewContribution } from './view-contribution.ts';

export const recordOperations = implement(record, {
  'POST /data/auth/user/sign/save': saveCheckIn,
  'GET /data/auth/user/sign/month/view': viewCheckIns,
  'PUT /user/auth/ranking/choice/save': saveRankingChoice,
  'GET /data/auth/user/contribution/view': viewContribution,
  'GET /data/auth/course/hour/user/hours/count': { ownTransaction: countHours },
  'POST /data/auth/course/hour/user/course/hour/page': listHourLines,
  'GET /data/auth/course/hour/user/month/list': listMonths,
  'GET /data/auth/user/credit/hour/change/record/count': countCredits,
  'POST /data/auth/user/credit/hour/change/record/page': listCreditLines,
  'POST /data/auth/user/credit/hour/change/record/export': exportLines,
  'GET /data/auth/credit/hour/change/record/count': countCredits,
  'POST /data/auth/credit/hour/change/record/page': listCreditLines,
  'POST /data/auth/credit/hour/change/record/export': exportLines,
  'POST /course/auth/user/certificate/page': listCertificates,
  'POST /course/auth/user/certificate/export': exportCertificates,
  'GET /course/auth/user/certificate/view': viewCertificate,
  'GET /course/auth/user/certificate/choice/view': viewNameChoice,
  'PUT /course/auth/user/certificate/choice/save': saveNameChoice,
  'GET /course/api/certificate/verify': verifyCertificate,
});
