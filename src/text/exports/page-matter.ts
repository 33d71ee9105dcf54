import { readFrontMatter, splitFrontMatter } from '../markdown/front-matter.ts';
import { writeYaml } from '../markdown/write-yaml.ts';
import type { PageAttributes } from '../content/fields.ts';
import type { ContentReference } from '../rich-text/content-reference.ts';
import { maxMatterLength } from './limits.ts';

/** Page attributes for the front matter. */
export interface MatterOfPage {
  readonly id: string;
  readonly slug: string | null;
  readonly title: string;
  readonly attributes: PageAttributes;
}

/** Front matter of an exported page, and the part of the text that it replaces. */
export interface PageMatter {
  readonly text: string;
  /** Number of characters at the beginning of the text that are replaced. */
  readonly replaces: number;
}

/**
 * Writes the attributes of a page into the front matter of its text. Front matter that cannot be parsed stays in the
 * text, below the new one. `urlOf` returns the URL of a reference, relative to the page.
 */
export function writeMatter(
  { id, slug, title, attributes }: MatterOfPage,
  markdown: string,
  urlOf: (reference: ContentReference) => string | null,
): PageMatter {
  const own = readFrontMatter(markdown);
  const { yaml, bodyStart } = splitFrontMatter(markdown);
  const isReadable = yaml !== null && own.warning === undefined;
  const fields = { title, ...attributesMatter(attributes, urlOf) };
  const named = {
    ...(!('id' in own.values) && { id }),
    ...(!('slug' in own.values) && slug !== null && { slug }),
  };
  const values = { ...own.values, ...fields, ...named };
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const written = writeYaml(present);
  const matter = written.length <= maxMatterLength ? written : writeYaml({ title, ...named });
  return { text: `---\n${matter}---\n`, replaces: isReadable ? bodyStart : 0 };
}

/** The keys of front matter that say the attributes of a page; undefined for what the page does not have. */
export function attributesMatter(
  attributes: PageAttributes,
  urlOf: (reference: ContentReference) => string | null,
): Record<MatterKey, unknown> {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, layout, variables, condition } = attributes;
  return {
    description,
    emoji,
    icon,
    hidden,
    noIndex,
    noRobotsIndex,
    layout: layout && layoutMatter(layout),
    ...coverMatter(attributes, urlOf),
    vars: variables,
    condition,
  };
}

/** The keys of front matter for each attribute. */
export const matterKeys = {
  description: ['description'],
  emoji: ['emoji'],
  icon: ['icon'],
  hidden: ['hidden'],
  noIndex: ['noIndex'],
  noRobotsIndex: ['noRobotsIndex'],
  layout: ['layout'],
  cover: ['cover', 'coverY'],
  variables: ['vars'],
  condition: ['condition'],
} as const satisfies Partial<Record<keyof PageAttributes, readonly string[]>>;
type MatterKey = (typeof matterKeys)[keyof typeof matterKeys][number];

function coverMatter({ cover }: PageAttributes, urlOf: (reference: ContentReference) => string | null) {
  const light = cover?.ref && urlOf(cover.ref);
  if (!cover || !light) return { cover: undefined, coverY: undefined };
  const dark = cover.refDark && urlOf(cover.refDark);
  return { cover: dark ? { light, dark } : light, coverY: cover.yPos };
}

/** Writes hidden parts as GitBook does: `title: { visible: false }`. */
function layoutMatter({ width, coverSize, ...parts }: NonNullable<PageAttributes['layout']>) {
  const shown = Object.fromEntries(
    Object.entries(parts).map(([name, visible]) => [name, { visible } as Record<string, unknown>]),
  );
  return {
    ...(width !== undefined && { width }),
    ...shown,
    ...(coverSize !== undefined && {
      cover: { ...shown['cover'], size: coverSize },
    }),
  };
}
