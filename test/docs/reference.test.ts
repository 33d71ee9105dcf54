import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../../scripts/reference-tables.ts';
import { contentOperations } from '../../src/text/content/edit-fields.ts';
import { members } from '../../src/domain/authoring/content/edits/operation-members.ts';
import { linkKinds } from '../../src/domain/authoring/content/links.ts';
import { importSources } from '../../src/text/imports/fields.ts';
import { conflictKinds } from '../../src/text/three-way-merge/conflict.ts';
import { roles } from '../../src/access/roles.ts';
import { errorTypes } from '../../src/lib/errors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs/reference');
const read = (page: string) => readFileSync(path.join(folder, page), 'utf8');

/** The words in backquotes of the first column of the first table below a heading. */
function firstColumn(page: string, heading: string): string[] {
  const section = read(page).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => row.split('|')[1]?.trim().replaceAll('`', '') ?? '');
}

describe('the reference', () => {
  it.each(referencePages())('$path has the tables that the code gives', ({ path: page, text }) => {
    expect(readFileSync(path.join(root, page), 'utf8')).toBe(text);
  });

  it('lists every error type with its status', () => {
    const text = read('errors.md');
    for (const [type, [status, meaning]] of Object.entries(errorTypes))
      expect(text).toContain(`| \`${type}\` | ${status} | ${meaning} |`);
  });

  it('explains every role, weakest first', () => {
    const text = read('access.md').split('\n## Roles\n')[1]?.split('\n## ')[0] ?? '';
    const explained = [...text.matchAll(/^\| `?(\w+)`? \| [A-Z]/gm)].map(([, role]) => role);
    expect(explained.filter((role) => role !== 'Rank' && role !== 'Role')).toEqual(['none', ...roles]);
  });

  it('lists every content operation with the members it requires', () => {
    expect(firstColumn('content.md', 'Operations')).toEqual(Object.keys(contentOperations));
    const text = read('content.md');
    for (const [name, [required]] of Object.entries(members))
      expect(text).toContain(`| \`${name}\` | ${required.map((member) => `\`${member}\` `.trim()).join(', ')}`);
  });

  it.each([
    ['content.md', 'Link kinds', linkKinds],
    ['change-requests.md', 'Conflicts', conflictKinds],
    ['imports.md', 'Sources', importSources],
  ])('%s lists every value under "%s"', (page, heading, values) => {
    expect(firstColumn(page, heading).toSorted()).toEqual(Object.keys(values).toSorted());
  });
});

const linked = readdirSync(folder).flatMap((page) =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, target = '', anchor]) => ({
    from: page,
    target: target === '' ? path.join(folder, page) : path.join(folder, target),
    anchor,
  })),
);

describe('links of the reference', () => {
  it('the links of the reference lead to pages that exist', () => {
    expect(linked.filter(({ target }) => !existsSync(target))).toEqual([]);
  });

  it('the links of the reference lead to headings that exist', () => {
    const broken = linked.filter(
      ({ target, anchor }) => anchor !== undefined && existsSync(target) && !listAnchors(target).has(anchor),
    );
    expect(broken).toEqual([]);
  });
});

function listAnchors(file: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(headings.map(([, heading = '']) => slugger.slug(heading)));
}
