import { describe, expect, it } from 'vitest';
import { calls } from '#src/contract/calls.ts';
import { implementations } from '#src/server/http/implementations.ts';

/* The calls that existing clients of the portal make: all are declared and implemented. */

const SPECIFIED = [
  // account
  'POST /user/api/user/info/login/pwd',
  'POST /user/api/user/info/login/verification/code',
  'POST /user/api/user/info/send/verification/code',
  'POST /user/api/user/info/login/ewx',
  'PUT /user/api/user/info/reset/password',
  'POST /user/api/user/info/pwd/update',
  'PUT /user/auth/user/info/update/password',
  'PUT /user/auth/user/info/logout',
  'GET /user/api/user/info/get/image/verification/code',
  'GET /user/auth/enterprise/user/info/current/view',
  'GET /user/auth/user/info/enterprise/list',
  'POST /user/auth/user/info/choose/enterprise',
  'POST /user/auth/enterprise/info/add',
  'PUT /user/auth/enterprise/user/info/update',
  'POST /system/api/region/list',
  'POST /system/auth/upload/pic',
  // lecturer
  'GET /user/auth/lecturer/rank/list',
  'POST /user/auth/lecturer/info/page',
  'GET /user/auth/lecturer/info/detail/view',
  // announcement
  'POST /user/auth/announcement/user/record/page',
  'POST /user/auth/announcement/user/record/read/count',
  'POST /user/auth/announcement/user/record/wait/read/count',
  'DELETE /user/auth/announcement/user/record/batch/delete',
  'PUT /user/auth/announcement/user/record/batch/read',
  'GET /user/auth/announcement/user/record/view',
  'PUT /user/auth/announcement/user/record/update/admire',
  'POST /user/auth/announcement/comment/page',
  'POST /user/auth/announcement/comment/save',
  'POST /user/auth/announcement/comment/reply/save',
  'DELETE /user/auth/announcement/comment/reply/delete',
  'DELETE /user/auth/announcement/comment/delete',
  // flow
  'POST /user/auth/flow/instance/undo',
  'POST /user/auth/flow/instance/myInstance',
  'POST /user/auth/flow/instance/withdraw',
  'POST /user/auth/flow/instance/done',
  'POST /user/auth/flow/instance/log/list',
  'POST /user/auth/flow/instance/submitFlow',
  'GET /user/auth/flow/instance/view',
  // exam
  'POST /exam/auth/user/exam/task/record/current/user/count',
  'POST /exam/auth/user/exam/task/record/page',
  // course
  'POST /course/auth/resource/file/page',
  'POST /course/auth/course/info/page',
  // study
  'POST /course/auth/study/dynamic/page',
  'POST /course/auth/study/task/page',
  'POST /data/auth/course/user/progress/user/course/study/page',
  'POST /data/auth/course/user/progress/user/page',
  'GET /course/api/study/task/getUrlParam',
  // record
  'GET /data/auth/credit/hour/change/record/count',
  'POST /data/auth/credit/hour/change/record/page',
  'POST /data/auth/credit/hour/change/record/export',
  'POST /course/auth/user/certificate/page',
  'GET /data/auth/course/hour/user/hours/count',
  'POST /data/auth/course/hour/user/course/hour/page',
  // ranking
  'POST /user/auth/enterprise/user/account/integral/rank/page',
  'GET /user/auth/enterprise/user/account/current/integral/rank',
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page',
  'GET /user/auth/enterprise/user/account/credit/hour/rank',
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page',
  'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank',
  // export
  'GET /data/auth/export/record/get/file/download/url',
  'DELETE /data/auth/export/record/delete',
  'DELETE /data/auth/export/record/all/delete',
  'POST /data/auth/export/record/page',
  // site
  'GET /system/auth/pc/zone/info/list',
  'GET /system/auth/pc/zone/info/logo',
  'GET /system/auth/pc/zone/info/lecturer/list',
  'GET /system/auth/pc/zone/info/nav/bar/list',
  'GET /system/auth/pc/zone/info/course/list',
  'GET /system/auth/banner/setting/list',
  'POST /system/api/website/view',
  'POST /system/api/sys/article/list',
  'GET /system/api/enum/list',
  // community
  'POST /community/api/label/list',
];

it('names 73 different calls', () => {
  expect(new Set(SPECIFIED).size).toBe(73);
});

describe.each(SPECIFIED)('%s', (name) => {
  it('is declared in the contract and implemented', () => {
    expect(Object.keys(calls)).toContain(name);
    const implementation = implementations.find((each) => each.name === name);
    expect(implementation?.operation ?? implementation?.ownTransaction).toBeTypeOf('function');
  });
});
