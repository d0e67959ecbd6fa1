import { lecturer } from '#src/contract/lecturer.ts';
import { implement } from '#src/server/http/implement.ts';
import { pageLecturers } from './page-lecturers.ts';
import { rankLecturers } from './rank-lecturers.ts';
import { viewLecturer } from './view-lecturer.ts';

export const lecturerVerbs = implement(lecturer, {
  'POST /user/api/lecturer/info/page': pageLecturers,
  'POST /user/auth/lecturer/info/page': pageLecturers,
  'GET /user/api/lecturer/info/detail/view': viewLecturer,
  'GET /user/auth/lecturer/info/detail/view': viewLecturer,
  'GET /user/auth/lecturer/rank/list': rankLecturers,
});
