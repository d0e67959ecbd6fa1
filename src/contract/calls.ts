import type { z } from 'zod';
import { account } from './account.ts';
import { accountWays } from './account-login-methods.ts';
import { accountPassword } from './account-password.ts';
import { announcement } from './announcement.ts';
import { community } from './community.ts';
import { company } from './company.ts';
import { course } from './course.ts';
import { courseProject } from './course-project.ts';
import { courseReaction } from './course-reaction.ts';
import { exam } from './exam.ts';
import { exportRecords } from './export.ts';
import { file } from './file.ts';
import { flow } from './flow.ts';
import { home } from './home.ts';
import { lecturer } from './lecturer.ts';
import { ranking } from './ranking.ts';
import { order } from './order.ts';
import { record } from './record.ts';
import { search } from './search.ts';
import { site } from './site.ts';
import { study } from './study.ts';
import { siteZone } from './site-zone.ts';

/** All operations of the gateway by name. The values are for the server; the browser imports only the types below. */
export const calls = {
  ...account,
  ...accountWays,
  ...company,
  ...accountPassword,
  ...site,
  ...siteZone,
  ...lecturer,
  ...announcement,
  ...community,
  ...course,
  ...courseReaction,
  ...courseProject,
  ...study,
  ...exam,
  ...home,
  ...record,
  ...ranking,
  ...exportRecords,
  ...file,
  ...flow,
  ...order,
  ...search,
};

export type Calls = typeof calls;
export type Call = keyof Calls;
/** Input of an operation. */
export type Input<C extends Call> = z.input<Calls[C]['input']>;
/** Input of an operation after validation, with defaults filled in. */
export type OperationInput<C extends Call> = z.output<Calls[C]['input']>;
/** Output of an operation: the `data` of the envelope. */
export type Data<C extends Call> = z.output<Calls[C]['data']>;
/** Operations with a file upload. */
export type UploadCall = { [C in Call]: Calls[C] extends { upload: true } ? C : never }[Call];
