import * as z from 'zod';
import { choice, named } from '../../../lib/form-types.ts';
import { ReferenceUrl } from '../../../text/content/edit-fields.ts';
import { Id, inherited, ThemedColor, ThemedImage } from './members.ts';
import { Condition } from '../../../text/expressions/condition.ts';

const TargetKind = choice('SiteLinkTargetKind', 'The kind of the target of a link in a site.', {
  url: 'An address.',
  file: 'A file.',
  page: 'A page.',
  anchor: 'A heading of a page.',
  space: 'A space.',
  user: 'A user.',
  collection: 'A collection.',
  'reusable-content': 'A reusable content.',
  openapi: 'An OpenAPI specification.',
});

/** An anchor is no id of the graph: it is unique in its page only. */
const HeadingId = z.string().min(1).max(200);
const PageId = Id.describe('Id of the page, for a page or an anchor.');
const InSpace = Id.optional().describe(
  'Id of the space, or of the space of the page, file, anchor or reusable content.',
);

/** Target of a link in the header or footer. */
const LinkTarget = named(
  {
    name: 'SiteLinkTarget',
    description: 'The target of a link in a site. `kind` decides which other fields it has.',
    kinds: TargetKind.describe('Kind of the target.'),
  },
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('url'), url: ReferenceUrl.describe('Address that a link of this kind leads to.') }),
    z.object({
      kind: z.literal('file'),
      file: Id.describe('Id of the file that a link of this kind leads to.'),
      space: InSpace,
    }),
    z.object({ kind: z.literal('page'), page: PageId, space: InSpace }),
    z.object({
      kind: z.literal('anchor'),
      anchor: HeadingId.describe('Id of the heading, for an anchor.'),
      page: PageId.optional(),
      space: InSpace,
    }),
    z.object({ kind: z.literal('space'), space: Id }),
    z.object({ kind: z.literal('user'), user: Id.describe('Id of the user that a link of this kind leads to.') }),
    z.object({
      kind: z.literal('collection'),
      collection: Id.describe('Id of the collection that a link of this kind leads to.'),
    }),
    z.object({
      kind: z.literal('reusable-content'),
      reusableContent: Id.describe('Id of the reusable content that a link of this kind leads to.'),
      space: InSpace,
    }),
    z.object({
      kind: z.literal('openapi'),
      spec: Id.describe('Id of the specification, for an OpenAPI specification.'),
    }),
  ]),
);

const LinkTitle = z.string().max(64).describe('Text of the link.');

export const Link = named(
  { name: 'SiteLink', description: 'A link in the header, footer or announcement of a site.' },
  z.object({ title: LinkTitle, to: LinkTarget.describe('Target of the link.') }),
);
const Links = z.array(Link).max(50);

const HeaderLink = named(
  { name: 'SiteHeaderLink', description: 'A link in the header of a site, or a menu of links.' },
  z.object({
    title: LinkTitle,
    style: choice('SiteHeaderLinkStyle', 'The style of a link in the header of a site.', {
      link: 'A plain link.',
      'button-primary': 'A filled button.',
      'button-secondary': 'A button with an outline.',
    })
      .optional()
      .describe('Style of the link.'),
    to: LinkTarget.nullable().describe('Target of the link; null for a menu without a target of its own.'),
    links: Links.describe('Links of the menu, at most 50; none for a plain link.'),
    condition: Condition.optional().describe(
      'Expression that decides whether a visitor sees the link. Visitors do not see the expression.',
    ),
  }),
);

export const Header = {
  preset: inherited(
    'Style of the header.',
    choice('SiteHeaderPreset', 'The style of the header of a site.', {
      default: 'As the theme defines.',
      bold: 'In the primary color.',
      contrast: 'In contrast to the page: dark above light pages, and light above dark pages.',
      custom: 'In the colors `backgroundColor` and `linkColor`.',
      none: 'No bar: neither title nor links. The search and the choice of versions and languages stay above the page.',
    }),
  ),
  logo: inherited('Image that replaces the icon and the title of the site.', ThemedImage),
  backgroundColor: inherited('Background color of the header, for the preset `custom`.', ThemedColor),
  linkColor: inherited('Color of links in the header, for the preset `custom`.', ThemedColor),
  links: inherited('Links of the header, in order. At most 50.', z.array(HeaderLink).max(50)),
};

const FooterGroup = named(
  { name: 'SiteFooterGroup', description: 'A titled group of links in the footer of a site.' },
  z.object({
    title: LinkTitle.describe('Title of the group.'),
    links: Links.describe('Links of the group, in order. At most 50.'),
  }),
);

export const Footer = {
  logo: inherited('Image at the start of the footer.', ThemedImage),
  groups: inherited('Groups of links, in order. At most 20.', z.array(FooterGroup).max(20)),
  copyright: inherited('Copyright notice at the end of the footer.', z.string().max(300)),
};
