import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readFrontMatter, splitFrontMatter } from '../../src/text/markdown/front-matter.ts';
import { listSections } from '../../src/text/search/sections.ts';
import { packageFolder, type PinnedPackage } from './packages.ts';
import type { Asked } from './queries/asked.ts';
import { fastify, npm, undici } from './queries/english.ts';
import { french, german, polish, turkish } from './queries/european.ts';
import { chinese, korean, portuguese, spanish } from './queries/more-languages.ts';
import { arabic, japanese, russian } from './queries/other-scripts.ts';

/** The documentation of a package in one language, with what is asked of it. */
export interface SearchSet {
  readonly name: string;
  readonly language: string;
  readonly from: PinnedPackage;
  readonly folder: string;
  readonly asked: Asked;
}

/** A page of a set. Its id is its path without the ending. */
export interface SetPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Without front matter. */
  readonly markdown: string;
}

const intlayer: PinnedPackage = {
  name: '@intlayer/docs',
  version: '8.9.6',
  integrity: 'sha512-17efCIfYVTiJ9+e1h5HNks2106t3K7MXzt0uqcxGfbBTWu/Te7Y0acmQ0Woxe+DB8UtqMndGovJvTT/kuiuD0A==',
};
const intlayerIn = (language: string, asked: Asked): SearchSet => ({
  name: 'Intlayer',
  language,
  from: intlayer,
  folder: `docs/${language}`,
  asked,
});

export const searchSets: readonly SearchSet[] = [
  {
    name: 'Fastify',
    language: 'en',
    from: {
      name: 'fastify',
      version: '5.12.8',
      integrity: 'sha512-moP8exb2sCHLUbJkwp+I6C0padhy4D8lp0SdmzY7HhSdZuqm7O/u3o2aq7u8okaQ//33QDzj3G/u+FsSdB8Qzw==',
    },
    folder: 'docs',
    asked: fastify,
  },
  {
    name: 'npm',
    language: 'en',
    from: {
      name: 'npm',
      version: '12.2.0',
      integrity: 'sha512-ZsJjKpTnlmSXOLLXiU1xDCzC4Wlok4IwZmh/aw2KUuXytU7q6qMv/cUT7MoeSf95Slwuw/lRXYefGzGCspHPNQ==',
    },
    folder: 'docs/content',
    asked: npm,
  },
  {
    name: 'undici',
    language: 'en',
    from: {
      name: 'undici',
      version: '7.30.2',
      integrity: 'sha512-mLyPQnHwUxaM/rideoK/+KL8DaAJLRl4aBCfmX444aCSLnIaomqPLtNRe2jdCYcsk5wZzXrDIQC8ZeYNRAYyIA==',
    },
    folder: 'docs/docs',
    asked: undici,
  },
  intlayerIn('fr', french),
  intlayerIn('de', german),
  intlayerIn('pl', polish),
  intlayerIn('tr', turkish),
  intlayerIn('ru', russian),
  intlayerIn('ar', arabic),
  intlayerIn('ja', japanese),
  intlayerIn('es', spanish),
  intlayerIn('pt', portuguese),
  intlayerIn('zh', chinese),
  intlayerIn('ko', korean),
];

/** Reads the pages of a set, in order of their paths. Throws when a query expects a page that the set does not have. */
export async function readPages({ name, language, from, folder, asked }: SearchSet): Promise<SetPage[]> {
  const root = path.join(await packageFolder(from), folder);
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.md')).toSorted();
  const pages = await Promise.all(
    files.map(async (file) => pageFrom(file, await readFile(path.join(root, file), 'utf8'))),
  );
  const known = new Set(pages.map(({ id }) => id));
  const missing = asked.filter(([, page]) => !known.has(page)).map(([, page]) => page);
  if (missing.length > 0) throw new Error(`${name} in ${language} has no page ${missing.join(', ')}`);
  return pages;
}

/** The title is that of the front matter, or the first heading, or the name of the file. */
function pageFrom(file: string, source: string): SetPage {
  const { title, description = '' } = readFrontMatter(source);
  const id = file.slice(0, -'.md'.length);
  const heading = listSections(source).find((section) => section.title !== '')?.title;
  return { id, title: title ?? heading ?? path.basename(id), description, markdown: splitFrontMatter(source).body };
}
