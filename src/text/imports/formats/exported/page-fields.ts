import * as z from 'zod';
import { canonicalEmoji } from '../../../../lib/emoji.ts';
import { slugOf } from '../../../../lib/slugs.ts';
import { FileContentType, FileName, PageDescription, PageIcon, Variables } from '../../../content/edit-fields.ts';
import { coverSizes, pageWidths } from '../../../content/fields.ts';
import { Condition } from '../../../expressions/condition.ts';

const listKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]];

/** A URL that does not run code. */
const Url = z
  .string()
  .max(2_048)
  .regex(/^(?!\s*(?:javascript|vbscript|data):)/i);

const Reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: z.string() }),
  z.object({ kind: z.literal('anchor'), page: z.string(), anchor: z.string().max(1_024) }),
  z.object({ kind: z.literal('file'), file: z.string() }),
  z.object({ kind: z.literal('url'), url: Url }),
]);
export type ExportedReference = z.infer<typeof Reference>;

const Layout = z
  .object({
    width: z.enum(listKeys(pageWidths)),
    cover: z.boolean(),
    coverSize: z.enum(listKeys(coverSizes)),
    title: z.boolean(),
    description: z.boolean(),
    tableOfContents: z.boolean(),
    outline: z.boolean(),
    pagination: z.boolean(),
    metadata: z.boolean(),
  })
  .partial();

const attributes = {
  description: PageDescription,
  emoji: z
    .string()
    .max(50)
    .refine((text) => canonicalEmoji(text) !== null),
  icon: PageIcon,
  hidden: z.boolean(),
  noIndex: z.boolean(),
  noRobotsIndex: z.boolean(),
  layout: Layout,
  cover: z.object({ ref: Reference.optional(), refDark: Reference.optional(), yPos: z.number() }),
  variables: Variables,
  target: Reference,
  condition: Condition,
};

export type ExportedAttributes = { readonly [Key in keyof typeof attributes]?: z.infer<(typeof attributes)[Key]> };

/** Reads the attributes of an exported page, without invalid ones. */
export function readAttributes(values: Readonly<Record<string, unknown>>): ExportedAttributes {
  const read = Object.entries(attributes).flatMap(([name, schema]) => {
    const value = values[name] === undefined ? null : schema.safeParse(values[name]);
    return value?.success ? [[name, value.data]] : [];
  });
  return Object.fromEntries(read) as ExportedAttributes;
}

const Title = z.string().min(1).max(256);

export const titleOr = (title: string, fallback: string): string => (Title.safeParse(title).success ? title : fallback);

/** One path segment, without separators. */
const Slug = z
  .string()
  .min(1)
  .max(400)
  .regex(/^(?!\.{1,2}$)[^\p{Cc}\s/\\?#%]+$/u);

export const slugOr = (slug: string | null, title: string): string => {
  const read = Slug.safeParse(slug);
  return read.success ? read.data : slugOf(title);
};

export const isFileName = (name: string): boolean => FileName.safeParse(name).success;
export const isContentType = (type: string): boolean => FileContentType.safeParse(type).success;
