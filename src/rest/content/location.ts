import * as z from 'zod';
import { revisionTypes, pageTypes, type PageType, type RevisionType } from '../../domain/content/fields.ts';
import type { ContentLocationFragment, LocatedThingFragment } from '../__generated__/operations.ts';
import { ChangeRequest as FullChangeRequest } from '../change-requests/resource.ts';
import type { Resource } from '../route.ts';
import { given, Timestamp, urls } from '../shared/schemas.ts';
import { File, file } from './file.ts';
import { pageKinds } from './page-schema.ts';

const keysOf = <Key extends string>(values: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(values) as [Key, ...Key[]]);

const located = <const Name extends string>(object: Name) => ({
  object: z.literal(object),
  id: z.string(),
  urls: urls('location', 'app'),
});

const Organization = z.strictObject(located('organization')).meta({ id: 'LocatedOrganization' });
const Space = z.strictObject({ ...located('space'), title: z.string() }).meta({ id: 'LocatedSpace' });

/** Contract 2.12 without its people; for whoever may read content alone only which it is. */
const ChangeRequest = z
  .strictObject({
    ...located('change-request'),
    ...FullChangeRequest.pick({
      number: true,
      status: true,
      subject: true,
      createdAt: true,
      updatedAt: true,
      revision: true,
      revisionInitial: true,
      comments: true,
      outdated: true,
    }).partial().shape,
  })
  .meta({ id: 'LocatedChangeRequest' });

/** A revision without its content, a page without its text and children: lists would explode. Decisions 2.17. */
const Revision = z
  .strictObject({
    object: z.literal('revision'),
    id: z.string(),
    parents: z.array(z.string()),
    pages: z.array(z.never()),
    files: z.array(z.never()),
    reusableContents: z.array(z.never()),
    createdAt: Timestamp,
    type: keysOf<RevisionType>(revisionTypes),
    urls: urls('app'),
  })
  .meta({ id: 'LocatedRevision' });

const Page = z
  .strictObject({
    id: z.string(),
    type: keysOf<PageType>(pageTypes),
    kind: z.enum(pageKinds),
    title: z.string(),
    emoji: z.string().optional(),
    icon: z.string().optional(),
    description: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    hidden: z.boolean(),
    slug: z.string().optional(),
    path: z.string().optional(),
    pages: z.array(z.never()).optional(),
    urls: urls('app'),
  })
  .meta({ id: 'LocatedPage' });

const versioned = {
  organization: Organization,
  space: Space,
  versionContext: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('revision'), revision: Revision }),
    z.strictObject({ type: z.literal('changeRequest'), changeRequest: ChangeRequest }),
  ]),
};

/** Decisions 2.17; the kinds content holds so far. */
export const ContentLocation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('page'),
      ...versioned,
      page: Page,
      internalLocation: z.strictObject({ type: z.literal('anchor'), anchor: z.string() }).optional(),
    }),
    z.strictObject({ kind: z.literal('file'), ...versioned, file: File }),
    z.strictObject({ kind: z.literal('space'), organization: Organization, space: Space }),
    z.strictObject({ kind: z.literal('url'), url: z.string() }),
  ])
  .meta({ id: 'ContentLocation' });

type LocationJson = z.infer<typeof ContentLocation>;

export const contentLocation: Resource<ContentLocationFragment, LocationJson> = {
  schema: ContentLocation,
  present: (node) => {
    const { page, file: found, space, anchor } = node;
    if (!space) return { kind: 'url', url: node.url ?? '' };
    const organization = { object: 'organization' as const, ...presentThing(node.organization ?? space) };
    const place = {
      organization,
      space: { object: 'space' as const, ...presentThing(space), title: space.title ?? '' },
    };
    if (found) return { kind: 'file', ...place, versionContext: contextOf(node), file: file.present(found) };
    if (!page) return { kind: 'space', ...place };
    return {
      kind: 'page',
      ...place,
      versionContext: contextOf(node),
      page: presentPage(page),
      internalLocation: anchor ? { type: 'anchor', anchor } : undefined,
    };
  },
};

const presentThing = ({ id, location, app }: LocatedThingFragment) => ({ id, urls: { location, app } });

const presentPage = (page: NonNullable<ContentLocationFragment['page']>): z.infer<typeof Page> => ({
  id: page.id,
  type: page.type,
  kind: pageKinds[page.type],
  title: page.title,
  emoji: given(page.emoji),
  icon: given(page.icon),
  description: given(page.description),
  createdAt: page.createdAt,
  updatedAt: page.updatedAt,
  hidden: page.hidden,
  slug: given(page.slug),
  path: given(page.path),
  pages: page.type === 'link' ? undefined : [],
  urls: { app: page.app },
});

const presentRequest = ({
  id,
  location,
  app,
  details,
}: NonNullable<ContentLocationFragment['changeRequest']>): z.infer<typeof ChangeRequest> => ({
  object: 'change-request',
  id,
  ...(details && {
    number: details.number,
    status: details.status,
    subject: details.subject,
    createdAt: details.createdAt,
    updatedAt: details.updatedAt,
    revision: details.revisionId,
    revisionInitial: details.revisionInitialId,
    comments: details.commentsOpen,
    outdated: details.outdated,
  }),
  urls: { location, app },
});

function contextOf({ changeRequest, revision }: ContentLocationFragment): z.infer<typeof versioned.versionContext> {
  if (changeRequest) return { type: 'changeRequest', changeRequest: presentRequest(changeRequest) };
  if (!revision) throw new Error('A location in content is in no revision');
  const { id, parents, createdAt, type, app } = revision;
  const nothing = { pages: [], files: [], reusableContents: [] };
  return {
    type: 'revision',
    revision: { object: 'revision', id, parents, ...nothing, createdAt, type, urls: { app } },
  };
}
