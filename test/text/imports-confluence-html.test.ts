import { expect, it } from 'vitest';
import { parseImport } from '../../src/text/imports/parse.ts';
import { onePixel } from '../source-server.ts';
import { makeZip } from './imports-archive.ts';
import { linksOf, pageOf, reasons } from './imports-wiki-archive.ts';

const page = (title: string, content: string, below = '') =>
  `<html><head><title>T : ${title}</title></head><body><h1 id="title-heading"><span id="title-text">T : ${title}</span></h1><div id="main-content" class="wiki-content">${content}</div>${below}</body></html>`;

const comments =
  '<div class="pageSection"><h2 id="comments">Comments:</h2><table><tr><td><a name="comment-9"></a><p>Secret</p></td></tr></table></div>';
const labels =
  '<div id="labels-section"><ul class="label-list"><li><a rel="tag" href="/label/T/important">important</a></li></ul></div>';

it('links and pictures of the HTML export of Confluence lead to its pages and files, and what stands below a page is named', async () => {
  const content = [
    '<a href="https://x.atlassian.net/wiki/spaces/T/pages/200/Other">a</a>',
    '<a href="/pages/viewpage.action?pageId=200">b</a>',
    '<a class="confluence-embedded-file" href="attachments/100/70.pdf" data-linked-resource-default-alias="a.pdf"><img src="thumbnail.png"><span class="title">a.pdf</span></a>',
    '<img class="confluence-embedded-image" src="https://wiki.example.org/download/thumbnails/100/b.png" data-linked-resource-id="71">',
    '<img class="confluence-embedded-image" src="attachments/thumbnails/100/71" data-image-src="attachments/100/71.png">',
  ];
  const tree = await parseImport(
    'confluence',
    makeZip([
      {
        name: 'T/index.html',
        body: '<html><body><ul><li><a href="Page_100.html">Page</a></li><li><a href="200.html">Other</a></li></ul></body></html>',
      },
      { name: 'T/Page_100.html', body: page('Page', `<p>${content.join(' ')}</p>`, comments + labels) },
      { name: 'T/200.html', body: page('Other', '<p>Text</p>') },
      { name: 'T/attachments/100/70.pdf', body: '%PDF-1.4' },
      { name: 'T/attachments/100/71.png', body: onePixel },
      { name: 'T/attachments/thumbnails/100/71', body: onePixel },
    ]),
  );
  expect(linksOf(tree, 'Page')).toEqual([
    '200.html',
    '200.html',
    'file attachments/100/70.pdf',
    'file attachments/100/71.png',
    'file attachments/100/71.png',
  ]);
  expect(pageOf(tree, 'Page').markdown).toContain('[a.pdf](attachments/100/70.pdf)');
  expect(reasons(tree)).toEqual([
    'Page_100.html: 1 comment is left out',
    'Page_100.html: 1 label is left out: important',
  ]);
});
