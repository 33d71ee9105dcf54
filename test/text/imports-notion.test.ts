import { expect, test } from 'vitest';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { onePixel } from '../source-server.ts';
import { makeZip } from './imports-archive.ts';

const id = '0123456789abcdef0123456789abcdef';

test('the icon, the cover and the description of a page of Notion are fields of the page', async () => {
  const head =
    '<img class="page-cover-image" src="Page/cover.png"><div class="page-header-icon"><span class="icon">🚀</span></div><h1 class="page-title">Page</h1><p class="page-description">What it is</p>';
  const html = `<html><head><title>Page</title></head><body><article class="page"><header>${head}</header><div class="page-body"><p>Text</p></div></article></body></html>`;
  const archive = makeZip([
    { name: `Page ${id}.html`, body: html },
    { name: 'Page/cover.png', body: onePixel },
  ]);
  const tree = await parseImport('notion', archive, {});
  const [page] = walkPages(tree.pages);
  expect(page).toMatchObject({ emoji: '🚀', description: 'What it is', markdown: '# Page\n\nText\n' });
  expect(page?.cover?.target).toMatchObject({ kind: 'file', key: 'Page/cover.png' });
});

test('the rows of a database that a page has no room for are named in the report', async () => {
  const rows = Array.from({ length: 1_010 }, (_, at) => `Row ${at}`).join('\n');
  const tree = await parseImport('notion', makeZip([{ name: `Tasks ${id}.csv`, body: `Name\n${rows}\n` }]), {});
  expect(reportPages(tree).map(({ reason }) => reason)).toEqual(['11 rows are left out of the database, beyond 1000']);
});
