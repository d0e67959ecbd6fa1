import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import ts from 'typescript';
import { ROOT, type Source, sources } from './source-tree.ts';

/*
 * Which tables the sources of the server read and write: with calls of Drizzle, and in the SQL of templates and `.sql` files. Read from
 * the syntax alone, so that planted sources can be checked as well.
 */

/** A file of the tables of a domain (or of `core`), which only declares them. */
export const TABLES_FILE = /^src\/server\/([^/]+)\/tables(?:\/[^/]+)?\.ts$/;

/** Domain (or `core`) of a file of the server, or its folder: `http`, `content` … */
export const ownerOf = (path: string): string => path.split('/')[2]!;

export type TableUse = { file: string; by: string; table: string; kind: 'read' | 'write' };
type Tables = {
  /** Domain (or `core`) by table name. */
  owners: Map<string, string>;
  /** Table name by the file that declares it and the exported name. */
  exported: Map<string, Map<string, string>>;
};

/** Loads all declared tables. */
export async function readTables(): Promise<Tables> {
  const owners = new Map<string, string>();
  const exported = new Map<string, Map<string, string>>();
  for (const { path } of sources('src/server', /\.ts$/).filter(({ path }) => TABLES_FILE.test(path))) {
    const names = new Map<string, string>();
    const module = (await import(`${ROOT}/${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!is(value, PgTable)) continue;
      const table = getTableConfig(value).name;
      names.set(name, table);
      owners.set(table, ownerOf(path));
    }
    exported.set(path, names);
  }
  return { owners, exported };
}

/** Returns the tables that a file uses, each once as read and once as written, in the order of their names. */
export function tableUses({ path, text }: Source, tables: Tables): TableUse[] {
  const found = new Set(path.endsWith('.sql') ? sqlUses(text, tables) : scriptUses({ path, text }, tables));
  return [...found].sort().map((use) => {
    const [table, kind] = use.split(' ') as [string, TableUse['kind']];
    return { file: path, by: ownerOf(path), table, kind };
  });
}

/** Words before the name of a table that is written or read. */
const WRITES = /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate)\s+$/i;
const READS = /\b(?:from|join|using)\s+(?:only\s+)?$/i;

function sqlUses(sql: string, { owners }: Tables): string[] {
  return [...sql.matchAll(/(?:\b(?:public|portal)\.)?"?\b([a-z_]+)\b"?/g)].flatMap(([word, table], n, all) => {
    if (!owners.has(table!)) return [];
    const before = sql.slice(Math.max(0, all[n]!.index - 40), all[n]!.index);
    if (WRITES.test(before)) return [`${table} write`];
    // In a list of `from`, the name of a table in `portal` or `public` is written in full.
    return READS.test(before) || word.includes('.') ? [`${table} read`] : [];
  });
}

function scriptUses({ path, text }: Source, tables: Tables): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imported = importedTables(file, tables);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && imported.has(node.text) && isReference(node))
      found.push(`${imported.get(node.text)} ${isWritten(node) ? 'write' : 'read'}`);
    if (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) found.push(...sqlUses(templateText(node), tables));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the tables that a file imports, by their local names. */
function importedTables(file: ts.SourceFile, { exported }: Tables): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const names = exported.get(resolve(file.fileName, statement.moduleSpecifier.text));
    const bindings = statement.importClause?.namedBindings;
    if (!names || !bindings) continue;
    if (ts.isNamespaceImport(bindings)) throw new Error(`${file.fileName}: tables are imported by their names`);
    for (const { name, propertyName } of bindings.elements) {
      const table = names.get((propertyName ?? name).text);
      if (table) found.set(name.text, table);
    }
  }
  return found;
}

/** Returns the path of an imported file from the root of the repository. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#src/')) return specifier.slice(1);
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

/** An identifier that refers to a variable, and is not the name of a property. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isBindingElement(parent) && !ts.isParameter(parent);
}

/** Methods of Drizzle, and functions that are given a table and write it. */
const WRITERS = ['insert', 'update', 'delete', 'syncByCode', 'write', 'writeUnlessEdited'];

/** A table that is an argument of one of WRITERS, or follows a word of SQL that writes in a template. */
function isWritten(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) {
    const { expression } = parent;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    return ts.isIdentifier(name) && WRITERS.includes(name.text);
  }
  if (!ts.isTemplateSpan(parent)) return false;
  const { head, templateSpans } = parent.parent;
  const at = templateSpans.indexOf(parent);
  return WRITES.test(at === 0 ? head.text : templateSpans[at - 1]!.literal.text);
}

function templateText(template: ts.TemplateLiteral | ts.StringLiteral): string {
  if (!ts.isTemplateExpression(template)) return template.text;
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(' … ');
}
