import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { escapeUTF8 } from 'entities';
import type { CallContract } from '#src/contract/define.ts';
import { implementations } from './implementations.ts';

const FieldErrors = z.array(z.object({ field: z.string(), message: z.string() }));
const envelope = (data: z.ZodType) => z.object({ code: z.literal(200), msg: z.string(), data });
const errorEnvelope = z.object({ code: z.number(), msg: z.string(), data: FieldErrors.nullable() });
const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

let document: string | undefined;

/** Returns the OpenAPI 3.1 document of all calls as JSON, built once. */
export function openApiDocument(): string {
  document ??= JSON.stringify(build());
  return document;
}

function build() {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session, together with the HttpOnly cookie that login sets (`zhixing_companion`)',
  });
  for (const { name, contract } of implementations) {
    const [method, path] = name.split(' ') as [string, string];
    const inQuery = (method === 'GET' || method === 'DELETE') && !contract.body;
    app.openAPIRegistry.registerPath({
      method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
      path: `/gateway${path}`,
      tags: [path.split('/')[1]!],
      summary: contract.summary,
      description: `Authorisation: ${contract.auth}`,
      ...(contract.auth === 'public' || contract.auth === 'visitor' ? {} : { security: [{ token: [] }] }),
      request: request(contract, inQuery),
      responses: {
        200: { description: 'Success', content: json(envelope(contract.data)) },
        default: { description: 'Error; `code` gives the reason', content: json(errorEnvelope) },
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Zhixing gateway',
      version: '1',
      description: 'Every call returns the envelope `{ code, msg, data }`.',
    },
  });
}

function request(contract: CallContract, inQuery: boolean) {
  if (contract.upload) return { body: { content: { 'multipart/form-data': { schema: contract.input } } } };
  if (!inQuery) return { body: { content: json(contract.input) } };
  return { query: contract.input as z.ZodObject };
}

let reference: Buffer<ArrayBuffer> | undefined;

/** Returns the API reference as HTML without scripts: every call with its authorisation, input and output schema. Built once. */
export function referencePage(): Buffer<ArrayBuffer> {
  reference ??= Buffer.from(buildReference());
  return reference;
}

function buildReference(): string {
  const sections = implementations.map(({ name, contract }) => {
    const shape = (schema: z.ZodType, io: 'input' | 'output') =>
      escapeUTF8(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2));
    return `<details id="${escapeUTF8(name)}"><summary><code>${escapeUTF8(name)}</code> <small>${contract.auth}</small><br>${escapeUTF8(contract.summary)}</summary>
<h3>Input</h3><pre>${shape(contract.input, 'input')}</pre><h3>Data</h3><pre>${shape(contract.data, 'output')}</pre></details>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Zhixing gateway</title>
<link rel="stylesheet" href="/gateway-docs.css"><main><h1>Zhixing gateway</h1>
<p>${implementations.length} calls. Every response is the envelope <code>{ code, msg, data }</code>. Machine-readable: <a href="/gateway/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></html>`;
}
