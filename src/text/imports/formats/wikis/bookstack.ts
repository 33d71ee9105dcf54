import * as z from 'zod';
import { counted } from '../../../../lib/counted.ts';
import { replaceOutsideCode } from '../constructs/construct.ts';
import { entryAt, type ArchiveEntry } from '../../unpack/zip.ts';
import {
  asText,
  fileNames,
  htmlPage,
  readExportData,
  writePages,
  type PageWriting,
  type WrittenExport,
  type WrittenPage,
} from './written-export.ts';

const Text = z.string().nullish().catch(null);
const Tag = z.object({ name: z.string(), value: Text });
const Attachment = z.object({
  id: z.number().nullish().catch(null),
  name: z.string(),
  link: Text,
  file: Text,
  order: z.number().nullish().catch(null),
});
const Page = z.object({
  id: z.number().nullish().catch(null),
  name: z.string(),
  html: Text,
  markdown: Text,
  priority: z.number().nullish().catch(null),
  attachments: z.array(Attachment).catch([]),
  images: z.array(z.object({ id: z.number().nullish().catch(null), name: z.string(), file: z.string() })).catch([]),
  tags: z.array(Tag).catch([]),
});
const Chapter = z.object({
  id: z.number().nullish().catch(null),
  name: z.string(),
  description_html: Text,
  priority: z.number().nullish().catch(null),
  pages: z.array(Page).catch([]),
  tags: z.array(Tag).catch([]),
});
const Book = Chapter.extend({ cover: Text, chapters: z.array(Chapter).catch([]) });
const Data = z.object({
  instance: z.record(z.string(), z.unknown()).nullish().catch(null),
  exported_at: Text,
  book: Book.nullish(),
  chapter: Chapter.nullish(),
  page: Page.nullish(),
});

type PageData = z.output<typeof Page>;
type ChapterData = z.output<typeof Chapter>;

/**
 * Reads the portable ZIP of a book, a chapter or a page of BookStack; null for other archives.
 * https://github.com/BookStackApp/BookStack/blob/development/dev/docs/portable-zip-file-format.md
 */
export function readBookStack(entries: readonly ArchiveEntry[]): WrittenExport | null {
  const index = entries.find(({ path }) => path === 'data.json');
  const data = index ? readData(index) : null;
  if (!data) return null;
  const pathOf = new Map<string, string>();
  const names = new Map<string, string>();
  const place = (kind: string, id: number | null | undefined, path: string) => {
    if (typeof id === 'number') pathOf.set(`${kind}:${id}`, path);
    return path;
  };
  const planPage = (page: PageData, folder: string, nameOf: (title: string) => string): WrittenPage => {
    const isMarkdown = (page.markdown ?? '').trim() !== '';
    const path = place('page', page.id, `${folder}${nameOf(page.name)}.${isMarkdown ? 'md' : 'html'}`);
    for (const [kind, { id, name, file }] of [
      ...page.images.map((one) => ['image', one] as const),
      ...page.attachments.map((one) => ['attachment', one] as const),
    ]) {
      if (typeof file !== 'string') continue;
      place(kind, id, `files/${file}`);
      if (/\.\w{1,10}$/.test(name)) names.set(`files/${file}`, name);
    }
    return {
      path,
      title: page.name,
      children: [],
      write: (writing) => writePage(page, { ...writing, pathOf }),
    };
  };
  const planChapter = (chapter: ChapterData, folder: string, nameOf: (title: string) => string): WrittenPage => {
    const below = `${folder}${nameOf(chapter.name)}/`;
    const nameIn = fileNames();
    return {
      path: place('chapter', chapter.id, `${below}README.html`),
      title: chapter.name,
      write: (writing) => writeIntroduction(chapter, { ...writing, pathOf }),
      children: inOrder(chapter.pages).map((page) => planPage(page, below, nameIn)),
    };
  };
  const pages = planData(data, {
    planPage,
    planChapter,
    place,
    write: (book) => (writing) => writeIntroduction(book, { ...writing, pathOf }),
  });
  const written = writePages([{ pages }]);
  const files = entries.filter(({ path }) => path.startsWith('files/')).map((entry) => entryAt(entry.path, entry));
  return {
    entries: [...written.entries, ...files],
    names,
    drafts: new Map(),
    warnings: written.warnings,
  };
}

function readData(index: ArchiveEntry): z.output<typeof Data> | null {
  const { data } = Data.safeParse(readExportData(index));
  // Both are optional, and other data with a book or page has neither.
  const isExport = data && (data.instance ?? data.exported_at);
  return isExport && (data.book ?? data.chapter ?? data.page) ? data : null;
}

interface Planning {
  readonly planPage: (page: PageData, folder: string, nameOf: (title: string) => string) => WrittenPage;
  readonly planChapter: (chapter: ChapterData, folder: string, nameOf: (title: string) => string) => WrittenPage;
  readonly place: (kind: string, id: number | null | undefined, path: string) => string;
  readonly write: (book: ChapterData & { readonly cover?: string | null | undefined }) => WrittenPage['write'];
}

function planData({ book, chapter, page }: z.output<typeof Data>, plan: Planning): WrittenPage[] {
  const nameOf = fileNames();
  if (!book)
    return [
      ...(chapter ? [plan.planChapter(chapter, '', nameOf)] : []),
      ...(page ? [plan.planPage(page, '', nameOf)] : []),
    ];
  const parts = inOrder([
    ...book.chapters.map((one) => ({
      priority: one.priority,
      plan: () => plan.planChapter(one, '', nameOf),
    })),
    ...book.pages.map((one) => ({
      priority: one.priority,
      plan: () => plan.planPage(one, '', nameOf),
    })),
  ]);
  const first = {
    path: plan.place('book', book.id, 'README.html'),
    title: book.name,
    write: plan.write(book),
    children: [],
  };
  return [first, ...parts.map((part) => part.plan())];
}

const inOrder = <Part extends { readonly priority?: number | null | undefined }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0));

interface Writing extends PageWriting {
  /** Paths of pages, chapters and books by their kind and id. */
  readonly pathOf: ReadonlyMap<string, string>;
}

/** Writes the references of an export as addresses; one of what is not part of it stays, and is a broken link. */
const withAddresses = (text: string, { addressOf, pathOf }: Writing) =>
  text.replaceAll(/\[\[bsexport:(\w{1,20}):([^\]\n]{1,300})\]\]/g, (_, kind: string, reference: string) => {
    const isFile = kind === 'image' || kind === 'attachment';
    const path = pathOf.get(`${kind}:${reference}`) ?? (isFile ? `files/${reference}` : undefined);
    return path === undefined ? `bsexport/${kind}/${reference}` : addressOf(path);
  });

/** Writes the boxes of a page in Markdown, which are HTML there, as what they are here. */
const withBoxes = (markdown: string) =>
  replaceOutsideCode(
    markdown,
    /^<p[ \t]+class="callout (info|success|warning|danger)"[^<>]{0,200}>([^]{0,5000}?)<\/p>[ \t]*$/gm,
    ([style = '', text = '']) => `{% hint style="${style}" %}\n${text.trim()}\n{% endhint %}`,
  );

function writePage(page: PageData, writing: Writing): string {
  const markdown = page.markdown ?? '';
  const isMarkdown = markdown.trim() !== '';
  describeTags(page.tags, writing);
  const text = withAddresses(isMarkdown ? withBoxes(markdown) : (page.html ?? ''), writing);
  const included = [...text.matchAll(/\{\{@\d{1,20}(?:#[\w-]{1,100})?\}\}/g)].map(([tag]) => tag);
  if (included.length > 0)
    writing.warn(
      `${counted(included.length, 'include of another page stays', 'includes of other pages stay')} as written: ${included.slice(0, 5).join(', ')}`,
    );
  const attachments = page.attachments
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(({ name, link, file }) => {
      const address = typeof file === 'string' && file !== '' ? writing.addressOf(`files/${file}`) : (link ?? '');
      return address === '' ? [] : [{ name, address }];
    });
  if (!isMarkdown) {
    const list = attachments.map(({ name, address }) => `<li><a href="${asText(address)}">${asText(name)}</a></li>`);
    return htmlPage(page.name, `${text}${list.length > 0 ? `<h2>Attachments</h2><ul>${list.join('')}</ul>` : ''}`);
  }
  const list = attachments.map(
    ({ name, address }) => `- [${name.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](<${address}>)`,
  );
  const end = list.length > 0 ? `\n\n## Attachments\n\n${list.join('\n')}\n` : '';
  return `---\ntitle: ${JSON.stringify(page.name)}\n---\n\n${text}${end}`;
}

/** Writes the page of a book or chapter: its description, below the cover. */
function writeIntroduction(
  { name, description_html: description, tags, cover }: ChapterData & { readonly cover?: string | null | undefined },
  writing: Writing,
): string {
  describeTags(tags, writing);
  const picture =
    typeof cover === 'string' && cover !== '' ? `<p><img src="${writing.addressOf(`files/${cover}`)}" alt=""></p>` : '';
  return htmlPage(name, `${picture}${withAddresses(description ?? '', writing)}`);
}

function describeTags(tags: z.output<typeof Page>['tags'], { warn }: Writing): void {
  if (tags.length === 0) return;
  const named = tags.slice(0, 5).map(({ name, value }) => (value ? `${name}: ${value}` : name));
  warn(`${counted(tags.length, 'tag is', 'tags are')} left out: ${named.join(', ')}`);
}
