import { message } from '#src/contract/message.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageTemplates, saveTemplate, testTemplate, viewTemplate } from './edit-templates.ts';

export const messageOperations = implement(message, {
  'POST /system/auth/message/template/page': pageTemplates,
  'GET /system/auth/message/template/view': viewTemplate,
  'PUT /system/auth/message/template/save': saveTemplate,
  'POST /system/auth/message/template/test': testTemplate,
});
