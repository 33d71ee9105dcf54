import { readMarkdownFacts } from '../markdown/markdown-facts.ts';
import type { OutlinePage } from './outline-page.ts';
import { freeSlug, slugOf } from '../../lib/slugs.ts';
import { cut } from './letters.ts';
import { maxShownOperations, maxSpecPages } from './limits.ts';
import type { SpecOperation, SpecDocument } from './read-spec-document.ts';
import { renderInfo, renderModels, renderOperations } from './page-texts.ts';
import { plainLine } from './safe-text.ts';

interface Group {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly operations: SpecOperation[];
}

/**
 * Outlines the pages of a specification: its description, a page per tag with its operations, and one for the models.
 * Keys and slugs derive from tag names alone, so that pages keep their ids and paths across versions.
 */
export function outlineOf(slug: string, document: SpecDocument): OutlinePage[] {
  const groups = listGroups(document);
  const slugs = listSlugs(groups);
  const info = withUrls({
    key: 'info',
    doc: 'info',
    title: cut(document.title, maxTitle),
    slug: 'info',
    description: plainLine(document.description),
    markdown: renderInfo(document),
  });
  const pages = groups.map((group) =>
    withUrls({
      key: group.key,
      doc: 'operations',
      title: cut(group.title, maxTitle),
      slug: slugs.get(group.key) ?? slugOf(group.title),
      description: plainLine(group.description),
      markdown: renderOperations(slug, group),
    }),
  );
  const models = document.schemas.filter(({ name }) => !/[",\n]/.test(name));
  if (models.length === 0) return [info, ...pages];
  const taken = new Set(pages.map((page) => page.slug));
  return [
    info,
    ...pages,
    withUrls({
      key: 'models',
      doc: 'models',
      title: 'Models',
      slug: freeSlug('models', taken),
      description: '',
      markdown: renderModels(slug, models),
    }),
  ];
}

const withUrls = (page: Omit<OutlinePage, 'urls'>): OutlinePage => ({
  ...page,
  urls: readMarkdownFacts(page.markdown).urls,
});

const maxTitle = 256;

/**
 * Groups operations by tag, in the order of the declared tags, then of first use. An operation stands in the group of each
 * of its tags.
 */
function listGroups({ tags, operations }: SpecDocument): Group[] {
  const groups = new Map<string, Group>();
  for (const { name, title, description } of tags)
    groups.set(`tag:${name}`, { key: `tag:${name}`, title, description, operations: [] });
  const others = new Set(tags.flatMap(({ name, isGroup }) => (isGroup ? [] : [name])));
  let left = maxShownOperations - operations.length;
  for (const operation of operations) {
    const places = placesOf(operation, others).slice(0, Math.max(1, left + 1));
    left -= places.length - 1;
    const shown = new Set<Group>();
    for (const { key, title } of places) {
      const isFull = !groups.has(key) && groups.size >= maxSpecPages - 3;
      const place = isFull ? { key: 'more', title: 'More operations' } : { key, title };
      const group = groups.get(place.key) ?? { ...place, description: '', operations: [] };
      groups.set(place.key, group);
      if (!shown.has(group)) group.operations.push(operation);
      shown.add(group);
    }
  }
  return [...groups.values()].filter((group) => group.operations.length > 0);
}

type Place = Pick<Group, 'key' | 'title'>;

/** Groups an operation without a tag by the first segment of its path that is not a version, a parameter or `api`. */
function placesOf({ tags, isWebhook, path }: SpecOperation, others: ReadonlySet<string>): Place[] {
  const grouping = tags.filter((tag) => !others.has(tag));
  if (grouping.length > 0) return grouping.map((tag) => ({ key: `tag:${tag}`, title: tag }));
  if (isWebhook) return [{ key: 'webhooks', title: 'Webhooks' }];
  const step = path
    .split('/')
    .find((one) => one !== '' && !/^(?:api|rest|v\d[\w.-]*|\d{4}-\d\d[\w-]*|\{.*)$/i.test(one));
  return [step === undefined ? { key: 'root', title: 'Operations' } : { key: `path:${step}`, title: step }];
}

/** Assigns slugs in the order of the keys, so that they do not depend on the order of the document. */
function listSlugs(groups: readonly Group[]): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { key, title } of groups.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const slug = freeSlug(slugOf(title), taken);
    taken.add(slug);
    slugs.set(key, slug);
  }
  return slugs;
}
