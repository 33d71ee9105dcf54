import * as z from 'zod';
import { coverSizes, pageWidths, type PageType } from '../../domain/content/fields.ts';
import { Timestamp, urls } from '../shared/schemas.ts';
import { ContentReference } from './reference.ts';

const keysOf = <Key extends string>(values: Readonly<Record<Key, string>>) =>
  z.enum(Object.keys(values) as [Key, ...Key[]]);

/** What older clients know the types of pages by. Decisions 2.13. */
export const pageKinds = { document: 'sheet', group: 'group', link: 'link' } as const satisfies Record<
  PageType,
  string
>;

const PageLayout = z
  .strictObject({
    width: keysOf(pageWidths),
    cover: z.boolean(),
    coverSize: keysOf(coverSizes),
    title: z.boolean(),
    description: z.boolean(),
    tableOfContents: z.boolean(),
    outline: z.boolean(),
    pagination: z.boolean(),
    metadata: z.boolean(),
  })
  .meta({ id: 'PageLayout' });

const base = {
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  hidden: z.boolean(),
};

const placed = {
  slug: z.string(),
  path: z.string(),
  noIndex: z.boolean(),
  noRobotsIndex: z.boolean(),
};

const documentFields = {
  ...base,
  ...placed,
  type: z.literal('document'),
  kind: z.literal(pageKinds.document),
  description: z.string().optional(),
  documentId: z.string().optional(),
  markdown: z.string().optional(),
  document: z.looseObject({ object: z.literal('document') }).optional(),
  layout: PageLayout,
  cover: z
    .strictObject({ yPos: z.number(), ref: ContentReference.optional(), refDark: ContentReference.optional() })
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  computed: z
    .strictObject({
      type: z.string(),
      dependencies: z.record(z.string(), z.unknown()).optional(),
      props: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  computedSeed: z.string().optional(),
  urls: urls('app'),
};

const groupFields = { ...base, ...placed, type: z.literal('group'), kind: z.literal(pageKinds.group) };

const linkFields = {
  ...base,
  type: z.literal('link'),
  kind: z.literal(pageKinds.link),
  target: ContentReference,
  href: z.string().optional(),
};

type Fields<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

interface Parent {
  readonly pages: readonly PageJson[];
}

type DocumentPageJson = Fields<typeof documentFields> & Parent;
type GroupPageJson = Fields<typeof groupFields> & Parent;

/** A page as answers hold it. */
export type PageJson = DocumentPageJson | GroupPageJson | Fields<typeof linkFields>;

const pages = z.lazy((): z.ZodType<readonly PageJson[]> => z.array(Page));

/** Contract 2.13; decisions 2.13 adds `kind` for older clients. */
const DocumentPage = z.strictObject({ ...documentFields, pages }).meta({ id: 'DocumentPage' });
const GroupPage = z.strictObject({ ...groupFields, pages }).meta({ id: 'GroupPage' });
const LinkPage = z.strictObject(linkFields).meta({ id: 'LinkPage' });

/** Contract 2.13. */
export const Page: z.ZodType<PageJson> = z
  .discriminatedUnion('type', [DocumentPage, GroupPage, LinkPage])
  .meta({ id: 'Page' });
