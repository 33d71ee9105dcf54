import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../src/text/markdown/front-matter.ts';
import { type ImportTree, remoteImages, walkPages } from '../../../src/text/imports/import-tree.ts';
import { parseImport } from '../../../src/text/imports/parse.ts';
import { type ArchiveEntry, readZip } from '../../../src/text/imports/unpack/zip.ts';

// The documentation in the Fastify repository (MIT, see the LICENSE in the archive).
const archive = readFileSync(new URL('../../data/fastify-docs.zip', import.meta.url));

let tree: ImportTree;
let entries: readonly ArchiveEntry[];

beforeAll(async () => {
  ({ entries } = await readZip(archive));
  tree = await parseImport('zip', archive);
});

const pages = () => [...walkPages(tree.pages)];
const pageOf = (key: string) => pages().find((page) => page.key === key);

/** Anchors of headings that were renamed in Reply.md and TypeScript.md. They are broken in the source too. */
const staleAnchors = [
  'Reference/Reply.md#redirectdest--code',
  'Reference/Reply.md#getserializationfunctionschema--httpstatus',
  'Reference/Reply.md#compileserializationschemaschema-httpstatus',
  'Reference/Reply.md#serializeinputdata-schema--httpstatus-httpstatus',
  'Reference/TypeScript.md#fastifyrawserver-rawrequest-rawreply-loggeropts-fastifyserveroptions-fastifyinstance',
  'Reference/TypeScript.md#fastifyfastifyrequestrawserver-rawrequest-requestgeneric',
  'Reference/TypeScript.md#fastifyfastifyreplyrawserver-rawreply-contextconfig',
  'Reference/TypeScript.md#fastifyrawreplydefaultexpression',
  'Reference/TypeScript.md#fastifyfastifyinstance',
  'Reference/TypeScript.md#fastifyfastifyloggeroptions',
  'Reference/TypeScript.md#ContextConfigGeneric',
  'Reference/TypeScript.md#fastifyfastifyplugincallbackoptions',
  'Reference/TypeScript.md#fastifyfastifypluginasyncoptions',
  'Reference/TypeScript.md#fastifyfastifyregisterrawserver-rawrequest-requestgenericplugin-fastifyplugin-opts-fastifyregisteroptions',
  'Reference/TypeScript.md#fastifyfastifytregisteroptions',
  'Reference/TypeScript.md#fastifyrouteoptionsrawserver-rawrequest-rawreply-requestgeneric-contextconfig',
];

describe('parseImport(zip) of the Fastify documentation', () => {
  it('every page and file is imported, and the one skipped entry is noted', () => {
    expect(pages()).toHaveLength(42);
    expect(tree.files.map(({ key, contentType }) => [key, contentType])).toEqual([
      ['resources/encapsulation_context.drawio', 'application/vnd.jgraph.mxfile'],
      ['resources/encapsulation_context.svg', 'image/svg+xml'],
    ]);
    expect(tree.skipped).toEqual([{ key: '../LICENSE', reason: 'It is not a page, and no page refers to it' }]);
    expect(tree.warnings).toEqual([]);
    expect(tree.totalResources).toBe(45);
  });

  it('every page and file is stored byte for byte', () => {
    const sources = entries.filter(({ path }) => path.endsWith('.md'));
    expect(sources).toHaveLength(42);
    for (const { path, body } of sources) {
      const page = pageOf(path.slice('docs/'.length));
      expect(Buffer.from(page?.markdown ?? '').equals(body)).toBe(true);
      expect(splitFrontMatter(page?.markdown ?? '').body).toBe(page?.markdown);
    }
    for (const file of tree.files)
      expect(entries.find(({ path }) => path === `docs/${file.key}`)?.body.equals(file.body as Buffer)).toBe(true);
  });

  it('the pages of a folder are ordered as listed in its index, followed by unlisted pages', () => {
    expect(tree.pages.map(({ key, kind, title, slug }) => [key, kind, title, slug])).toEqual([
      ['index.md', 'document', 'Fastify', 'fastify'],
      ['Reference/Index.md', 'document', 'Reference documentation', 'reference'],
      ['Guides/Index.md', 'document', 'Guides', 'guides'],
    ]);
    const reference = pageOf('Reference/Index.md')?.children.map(({ title }) => title);
    expect(reference?.slice(0, 3)).toEqual(['Content Type Parser', 'Decorators', 'Encapsulation']);
    expect(reference?.slice(-3)).toEqual(['Warnings', 'Technical Principles', 'Type Providers']);
    expect(reference).toHaveLength(20);
    const guides = pageOf('Guides/Index.md')?.children.map(({ slug }) => slug);
    expect(guides?.indexOf('migration-guide-v4')).toBe((guides?.indexOf('migration-guide-v3') ?? 0) - 1);
    expect(guides?.slice(-3)).toEqual(['database', 'migration-guide-v5', 'write-type-provider']);
    expect(guides).toHaveLength(19);
  });

  it('the title of a page is its heading, otherwise its label in the index, but never the banner', () => {
    const titles = Object.fromEntries(pages().map(({ key, title }) => [key, title]));
    expect(titles).toMatchObject({
      'Guides/Style-Guide.md': 'Fastify Style Guide',
      'Guides/Plugins-Guide.md': "The hitchhiker's guide to plugins",
      'Guides/Serverless.md': 'Serverless',
      'Guides/Prototype-Poisoning.md': 'Prototype Poisoning',
      'Reference/HTTP2.md': 'HTTP/2',
      'Reference/LTS.md': 'Long Term Support',
    });
    expect(Object.values(titles).filter((title) => title === 'Fastify')).toHaveLength(1);
  });

  it('every internal link and image is resolved', () => {
    const links = pages().flatMap((page) => page.links.map((link) => ({ page, ...link })));
    const counts: Record<string, number> = {};
    for (const { target, image } of links) {
      const kind = image ? `${target.kind} image` : target.kind;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    expect(counts).toEqual({
      page: 711,
      url: 918,
      'url image': 1,
      'file image': 1,
    });
    const keys = new Set([...pages(), ...tree.files].map(({ key }) => key));
    const lost = links.filter(({ target }) => 'key' in target && !keys.has(target.key));
    expect(lost).toEqual([]);
    expect(remoteImages(tree)).toHaveLength(1);
  });

  it('every anchor is resolved except those that are broken in the source', () => {
    const lost = pages().flatMap((page) =>
      page.links.flatMap(({ target }) => {
        if (target.kind !== 'page' || target.anchor === undefined) return [];
        return pageOf(target.key)?.anchors.includes(target.anchor) ? [] : [`${target.key}#${target.anchor}`];
      }),
    );
    expect(lost).toEqual(staleAnchors);
  });

  it('the position of each URL is recorded', () => {
    for (const page of pages())
      for (const { start, end, url } of page.links) {
        const written = page.markdown.slice(start, end);
        // A URL without a scheme is a bare `www.` or email address in the text.
        expect([url, url.replace(/^(?:http:\/\/|mailto:)/, '')]).toContain(written.replaceAll('\\', ''));
      }
  });
});
