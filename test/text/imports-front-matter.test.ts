import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

const importPage = async (text: string) => {
  const { pages, warnings } = await buildMarkdownTree(listEntries({ 'a.md': '# A\n', 'b.md': text }));
  const page = [...walkPages(pages)].find(({ key }) => key === 'b.md');
  return { page, reasons: warnings.map(({ reason }) => reason) };
};

describe('front matter of Hugo', () => {
  it('in TOML becomes YAML, with its texts, dates and tables', async () => {
    const toml = `+++
title = "Guide: \\"one\\""
date = 2024-05-06T07:08:09Z
day = 2024-05-06
weight = 3
tags = ["a", "b"]
[menu.main]
name = "Guide"
+++
`;
    const { page, reasons } = await importPage(`${toml}\n# Heading\n`);
    expect(page?.title).toBe('Guide: "one"');
    expect(page?.frontMatter).toEqual({
      title: 'Guide: "one"',
      date: '2024-05-06T07:08:09.000Z',
      day: '2024-05-06',
      weight: 3,
      tags: ['a', 'b'],
      menu: { main: { name: 'Guide' } },
    });
    expect(page?.markdown).toMatch(/^---\ntitle: [^]*\n---\n\n# Heading\n$/);
    expect(reasons).toEqual([]);
  });

  it('in JSON becomes YAML', async () => {
    const { page } = await importPage('{\n  "title": "B",\n  "draft": true\n}\n\n# Heading\n');
    expect([page?.title, page?.condition]).toEqual(['B', 'false']);
    expect(page?.markdown).toBe('---\ntitle: B\ndraft: true\n---\n\n# Heading\n');
  });

  it.each(['{\n  not json\n}\n', '{ a: 1 }\n', '+++\ntext\n', '{\n'])('is no other text: %j', async (text) => {
    expect((await importPage(text)).page?.markdown).toBe(text);
  });

  it.each(['draft = true', 'Draft = true', 'publishDate = 2999-01-01', 'expiryDate = 1999-01-01T00:00:00Z'])(
    'keeps a page from readers by %s',
    async (line) => {
      const { page, reasons } = await importPage(`+++\n${line}\n+++\n# B\n`);
      expect(page?.condition).toBe('false');
      expect(reasons).toEqual([expect.stringContaining('is shown to no visitor')]);
    },
  );

  it.each(['+++\ndraft = true\nbroken = = 1\n+++\n# B\n', '---\ndraft: true\nbroken: [\n---\n# B\n'])(
    'that cannot be read still keeps a page from readers: %j',
    async (text) => {
      const { page, reasons } = await importPage(text);
      expect(page?.condition).toBe('false');
      expect(reasons.join('\n')).toMatch(/front matter/i);
    },
  );
});

describe('front matter that makes a page of a specification', () => {
  it.each([
    ['openapi: GET /pets', 'openapi: GET /pets'],
    ['openapi: "specs/pets.json GET /pets"', 'openapi: specs/pets.json GET /pets'],
    ['api:\n  file: pets.json\n  operationId: listPets', 'api: pets.json listPets'],
  ])('%j is named', async (matter, named) => {
    const { page, reasons } = await importPage(`---\n${matter}\n---\n\nText\n`);
    expect(page?.markdown).toContain('Text');
    expect(reasons).toEqual([`What its tool makes of a specification is not imported with it, ${named}`]);
  });

  it.each(['openapi: 3', 'api: true', 'api: {}', 'openapi: ""'])('%j names none', async (matter) => {
    expect((await importPage(`---\n${matter}\n---\n\nText\n`)).reasons).toEqual([]);
  });
});
