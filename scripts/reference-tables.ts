import { readFileSync } from 'node:fs';
import { grantRoles, roles } from '../src/access/roles.ts';
import { scopeMeanings } from '../src/access/scopes.ts';
import { eventTypes } from '../src/domain/core/events/catalogue.ts';
import { readers } from '../src/domain/core/events/readers.ts';
import { errorTypes } from '../src/lib/errors.ts';
import { idPrefixes } from '../src/lib/ids.ts';
import { spellings } from './reference-enums.ts';
import { schema } from '../src/schema/index.ts';
import { formLimitTables } from './reference-form-limits.ts';
import { limits, type Limit } from './reference-limits.ts';

const folder = 'docs/reference';

/** Tables of the reference that are generated from the code, by page and name. */
const tables: Readonly<Record<string, Readonly<Record<string, () => readonly string[]>>>> = {
  'errors.md': { 'error-types': errorTable },
  'access.md': { roles: roleTable, scopes: scopeTable },
  'resources.md': { 'id-prefixes': prefixTable, resources: resourceTable },
  'events.md': { events: eventTable },
  'limits.md': {
    ...formLimitTables(schema),
    ...Object.fromEntries(Object.entries(limits).map(([name, rows]) => [name, () => limitTable(rows)] as const)),
  },
  'states.md': Object.fromEntries(
    Object.entries(spellings).map(([name, values]) => [name, () => spellingTable(values)] as const),
  ),
};

/** Returns the pages of the reference that have generated tables, with updated tables. */
export function referencePages(): ReadonlyArray<{ readonly path: string; readonly text: string }> {
  return Object.entries(tables).map(([page, byName]) => {
    const path = `${folder}/${page}`;
    return { path, text: replaceTables(readFileSync(path, 'utf8'), path, byName) };
  });
}

function replaceTables(text: string, path: string, byName: Readonly<Record<string, () => readonly string[]>>): string {
  const missing = new Set(Object.keys(byName));
  const replaced = text.replaceAll(
    /(<!-- table: ([\w-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const table = byName[name];
      if (!table) throw new Error(`${path} has an unknown table "${name}"`);
      missing.delete(name);
      return `${start}\n${table().join('\n')}\n\n${end}`;
    },
  );
  if (missing.size > 0) throw new Error(`${path} has no place for the tables ${[...missing].join(', ')}`);
  return replaced;
}

const code = (text: string) => `\`${text}\``;

function errorTable() {
  const rows = Object.entries(errorTypes).map(([type, [status, meaning]]) => ({ type, status, meaning }));
  return [
    '| Type | Status | Meaning |',
    '|---|---|---|',
    ...rows
      .toSorted((a, b) => a.status - b.status)
      .map(({ type, status, meaning }) => `| ${code(type)} | ${status} | ${meaning} |`),
  ];
}

function roleTable() {
  return ['| Rank | Role |', '|---|---|', ...['none', ...roles].map((role, rank) => `| ${rank} | ${code(role)} |`)];
}

function scopeTable() {
  if (grantRoles.length !== roles.length + 1) throw new Error('A grant gives a role or none');
  return [
    '| Scope | What it allows |',
    '|---|---|',
    ...Object.entries(scopeMeanings).map(([scope, meaning]) => `| ${code(scope)} | ${meaning} |`),
  ];
}

function prefixTable() {
  return [
    '| Prefix | Type |',
    '|---|---|',
    ...Object.entries(idPrefixes).map(([prefix, type]) => `| ${code(`${prefix}_`)} | ${type} |`),
  ];
}

interface Schema {
  readonly properties?: Readonly<
    Record<string, { readonly const?: string; readonly type?: string | readonly string[] }>
  >;
  readonly required?: readonly string[];
}

/** Generates the table of resources with their values of `object`, from the committed OpenAPI document. */
function resourceTable() {
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    components: { schemas: Readonly<Record<string, Schema>> };
  };
  const rows = Object.entries(components.schemas).flatMap(([name, { properties = {}, required = [] }]) => {
    const object = properties['object']?.const;
    if (object === undefined || name.startsWith('Located') || name === 'JsonDocument') return [];
    const names = Object.keys(properties).filter((field) => field !== 'object');
    const always = names.filter((field) => required.includes(field));
    const optional = names.filter((field) => !required.includes(field));
    return [`| ${code(object)} | ${always.map(code).join(', ')} | ${optional.map(code).join(', ')} |`];
  });
  return ['| `object` | Always present | Present when there is a value |', '|---|---|---|', ...rows.toSorted()];
}

function eventTable() {
  return [
    '| Type | What has happened | `data` | Read by | Scope |',
    '|---|---|---|---|---|',
    ...Object.entries(eventTypes).map(([type, kind]) => {
      const { meaning, scope } = readers[kind.readers];
      const members = Object.keys(kind.data.shape).map(code).join(', ');
      return `| ${code(type)} | ${kind.meaning} | ${members} | ${meaning} | ${code(scope)} |`;
    }),
  ];
}

function spellingTable(values: Readonly<Record<string, string>>) {
  return [
    '| Value | Meaning |',
    '|---|---|',
    ...Object.entries(values).map(([value, meaning]) => `| ${code(value)} | ${meaning} |`),
  ];
}

function limitTable(rows: readonly Limit[]) {
  return [
    '| Value | Limit | Where |',
    '|---|---|---|',
    ...rows.map(({ name, limit, where }) => `| ${name} | ${limit} | ${where} |`),
  ];
}
