import { study } from '#src/contract/study.ts';
import { studyQuestions } from '#src/contract/study-questions.ts';
import { studyTasks } from '#src/contract/study-tasks.ts';
import { implement } from '#src/server/core/implement.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { answerQuestion } from './answer-question.ts';
import { pageWaitingRequests } from '#src/server/flow/page-instances.ts';
import { explainResource } from './explain-resource.ts';
import { getTaskUrl } from './get-task-url.ts';
import { openPlayer } from './open-player.ts';
import { pageMyCourses } from './page-my-courses.ts';
import { listQuestionResults, pageAnswers } from './question-results.ts';
import { pageStudyRecords } from './page-study-records.ts';
import { pageTasks, viewTask } from './page-tasks.ts';
import { reportPlayer } from './report-player.ts';
import { savePracticalOperation } from './save-practical-operation.ts';
import { changeTaskPhase, copyTask, deleteTask } from './task/change-task.ts';
import { listTasks, listTaskSubjects, viewTaskToManage } from './task/list-tasks.ts';
import { previewTask, saveTask } from './task/save-task.ts';
import { countTaskPeople, exportTaskPeople, listTaskPeople } from './task/task-progress.ts';
import { viewStudyCourse } from './view-study-course.ts';

export const studyOperations = implement(study, {
  'GET /course/auth/study/course/view': viewStudyCourse,
  'POST /course/auth/study/player/open': openPlayer,
  'POST /course/auth/study/player/report': { ownTransaction: reportPlayer },
  'POST /course/auth/study/practice/save': savePracticalOperation,
  'POST /course/auth/study/practice/waiting/page': (ctx, input) =>
    pageWaitingRequests(ctx, input, 'practicalOperation'),
  'GET /course/auth/study/explain': explainResource,
  'POST /course/auth/study/task/page': pageTasks,
  'POST /course/auth/study/task/export': (ctx, input) => requestExport(ctx, 'tasks', input),
  'GET /course/auth/study/task/view': viewTask,
  'GET /course/api/study/task/getUrlParam': getTaskUrl,
  'POST /course/auth/study/dynamic/page': pageStudyRecords,
  'POST /data/auth/course/user/progress/user/course/study/page': pageStudyRecords,
  'POST /data/auth/course/user/progress/user/course/study/export': (ctx, input) =>
    requestExport(ctx, 'studyRecords', input),
  'POST /data/auth/course/user/progress/user/page': pageMyCourses,
  'POST /data/auth/course/user/progress/user/export': (ctx, input) => requestExport(ctx, 'courses', input),
});

export const studyQuestionOperations = implement(studyQuestions, {
  'POST /course/auth/study/question/answer': answerQuestion,
  'GET /course/auth/study/question/results': listQuestionResults,
  'POST /course/auth/study/question/answer/page': pageAnswers,
});

export const studyTaskOperations = implement(studyTasks, {
  'POST /course/auth/study/tasks/page': listTasks,
  'GET /course/auth/study/tasks/view': viewTaskToManage,
  'POST /course/auth/study/tasks/save': saveTask,
  'POST /course/auth/study/tasks/preview': previewTask,
  'POST /course/auth/study/tasks/phase': changeTaskPhase,
  'POST /course/auth/study/tasks/copy': copyTask,
  'DELETE /course/auth/study/tasks/delete': deleteTask,
  'POST /course/auth/study/tasks/subject/page': listTaskSubjects,
  'POST /course/auth/study/tasks/progress/page': listTaskPeople,
  'POST /course/auth/study/tasks/progress/total': countTaskPeople,
  'POST /course/auth/study/tasks/progress/export': exportTaskPeople,
});
