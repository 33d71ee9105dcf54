import * as z from 'zod';
import { choice, inputForm, named } from '../../../lib/form-types.ts';
import { SiteTitle } from '../sites/fields.ts';
import { Footer, Header, Link } from './links.ts';
import { inherited, ThemedImage, Url } from './members.ts';
import { Styling } from './styling.ts';

const enabled = (description: string) => ({ enabled: inherited(description, z.boolean()) });

/** Most hosts of frames of a site. */
const maxFrameHosts = 50;

const FrameHost = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/,
    'must be a host such as www.youtube-nocookie.com',
  );

/** Settings by section. Null means inherited. */
export const customizationShapes = {
  styling: Styling,
  internationalization: {
    locale: inherited(
      'Language of the labels. It does not translate pages.',
      choice('SiteLocale', 'The language of the labels of a site.', {
        en: 'English.',
        fr: 'French.',
        es: 'Spanish.',
        zh: 'Chinese.',
        ja: 'Japanese.',
        de: 'German.',
        nl: 'Dutch.',
        no: 'Norwegian.',
        'pt-br': 'Brazilian Portuguese.',
        ru: 'Russian.',
      }),
    ),
  },
  favicon: {
    icon: ThemedImage.optional().describe('Image of the icon.'),
    emoji: z.string().min(1).max(50).optional().describe('Emoji of the icon, in place of an image.'),
  },
  header: Header,
  footer: Footer,
  announcement: {
    enabled: z.boolean().describe('Whether the announcement is shown.'),
    message: z.string().min(2).max(128).describe('Text of the announcement.'),
    link: Link.nullish().describe('Link of the announcement; null for none.'),
    style: choice('SiteAnnouncementStyle', 'The style of an announcement.', {
      info: 'A notice.',
      warning: 'A warning.',
      danger: 'An alarm.',
      success: 'Good news.',
    }).describe('Style of the announcement.'),
  },
  themes: {
    default: inherited(
      'Color scheme that readers see first.',
      choice('SiteColorScheme', 'The color scheme of a site.', {
        light: 'Dark text on a light background.',
        dark: 'Light text on a dark background.',
      }),
    ),
    toggeable: inherited('Whether readers may switch the color scheme.', z.boolean()),
  },
  pdf: enabled('Whether readers may download pages and whole spaces as PDF, at `~/pdf`.'),
  feedback: enabled('Whether pages ask readers for a rating.'),
  ai: {
    mode: inherited(
      'Kept for clients: there are no AI features, so `none` is its only value.',
      choice(
        'SiteAIMode',
        'The AI features of a site.',
        { none: 'No AI features.' },
        'must be "none": the service does not answer questions about sites',
      ),
    ),
  },
  advancedCustomization: enabled(
    'Kept for clients that show which settings belong to a plan. All settings apply, whatever it is.',
  ),
  git: { showEditLink: inherited('Whether pages link to their source in Git.', z.boolean()) },
  pageActions: {
    externalAI: inherited(
      'Whether pages link to AI services that read them. Sites that not everybody may read do not, nor those without texts for agents.',
      z.boolean(),
    ),
    markdown: inherited('Whether pages offer their Markdown, at their address with `.md`.', z.boolean()),
    mcp: inherited(
      'Whether pages show how assistants connect to the tools of the site. Sites that ask visitors to sign in do not, nor those without texts for agents.',
      z.boolean(),
    ),
  },
  externalLinks: {
    target: inherited(
      'Where links to other websites open.',
      choice('SiteExternalLinkTarget', 'Where links to other websites open.', {
        self: 'In the same tab.',
        blank: 'In a new tab.',
      }),
    ),
  },
  embeds: {
    hosts: inherited(
      `Hosts whose frames readers may load on pages, by a click on the picture of an embed. Nobody is asked for anything before. Embeds of other hosts are links with a title. At most ${maxFrameHosts}.`,
      z.array(FrameHost).max(maxFrameHosts),
    ),
  },
  openapi: {
    tryIt: inherited(
      'Whether pages of operations have a form by which readers send requests from their browser to the servers that the specification names. The servers must allow requests from the site (CORS). What readers enter stays in the tab of their browser.',
      z.boolean(),
    ),
  },
  freshness: {
    showVerifiedUntil: inherited(
      'Whether pages that somebody found to be right say until when they are verified. They do so until that date, and never say by whom.',
      z.boolean(),
    ),
  },
  pagination: enabled('Whether pages link to the previous and next page.'),
  trademark: enabled('Whether the pages name the software that runs the site.'),
  privacyPolicy: { url: inherited('URL of the privacy policy.', Url) },
  socialPreview: { url: inherited('URL of the image that social networks show with links to the site.', Url) },
  insights: {
    trackingCookie: inherited('Kept for clients. Readers are counted without cookies, whatever it is.', z.boolean()),
  },
} satisfies Readonly<Record<string, z.ZodRawShape>>;

export type CustomizationSection = keyof typeof customizationShapes;

/** Descriptions of the sections. */
const descriptions: Readonly<Record<CustomizationSection, string>> = {
  styling: 'Theme, colors, fonts, corners, icons, sidebar and search.',
  internationalization: 'Language of the labels of the site.',
  favicon: 'The icon of browser tabs: an image or an emoji.',
  header: 'Logo and links of the header.',
  footer: 'Logo, groups of links and copyright notice of the footer.',
  announcement: 'A banner above the pages.',
  themes: 'The color scheme that is shown first, and whether readers may switch it.',
  pdf: 'Settings of PDF exports by readers.',
  feedback: 'Settings of ratings by readers.',
  ai: 'Settings of AI features.',
  advancedCustomization: 'Kept for clients. All settings apply to every site.',
  git: 'What the pages show about their source in Git.',
  pageActions: 'What pages offer below their text.',
  externalLinks: 'Settings of links to other websites.',
  embeds: 'Which embeds show content of other hosts.',
  openapi: 'What pages of operations offer.',
  freshness: 'What pages say of their review.',
  pagination: 'Settings of links to the previous and next page.',
  trademark: 'Whether the site names the software that runs it.',
  privacyPolicy: 'The privacy policy that the site links to.',
  socialPreview: 'How social networks show links to the site.',
  insights: 'Kept for clients: statistics of visitors need no setting.',
};

function bySection<Form>(formOf: (shape: z.ZodRawShape, name: CustomizationSection) => Form) {
  const names = Object.keys(customizationShapes) as CustomizationSection[];
  return Object.fromEntries(names.map((name) => [name, formOf(customizationShapes[name], name)])) as Readonly<
    Record<CustomizationSection, Form>
  >;
}

/** Derives the name of the type of a section: `pageActions` becomes `SitePageActionsSettings`. */
const typeName = (section: string) => `Site${section.charAt(0).toUpperCase()}${section.slice(1)}Settings`;

/** Schemas of the sections, which drop unknown members. */
const customizationSections = bySection((shape, name) =>
  named({ name: typeName(name), description: descriptions[name] }, z.object(shape)),
);

/** Schema of a section in the input. It ignores unknown members, unless the section has no others. Null resets it. */
const sectionForm = (shape: z.ZodRawShape, name: CustomizationSection) =>
  named({ name: typeName(name), description: descriptions[name], isInline: true }, z.looseObject(shape)).refine(
    (value) => {
      const names = Object.keys(value);
      return names.length === 0 || names.some((member) => Object.hasOwn(shape, member));
    },
    `has none of the settings ${Object.keys(shape).join(', ')}`,
  );

/** Schema of complete settings, in which inherited ones are filled in. */
export const CompleteCustomization = named(
  {
    name: 'SiteCustomization',
    description: 'The complete customization of a site or site space, with inherited settings filled in.',
  },
  z.object({
    title: SiteTitle.optional().describe(
      'Title that readers see in place of the title of the site; absent when it is not set.',
    ),
    ...bySection((_shape, name) => customizationSections[name].optional().describe(descriptions[name])),
    hasOverrides: z
      .boolean()
      .optional()
      .describe('Whether the site space overrides settings of the site. Absent for a site, and in `customizations`.'),
  }),
);

export const SiteCustomizationInput = inputForm('SiteCustomization', 'Settings of the appearance, by section.', {
  title: SiteTitle.nullish().describe('Title that readers see, instead of that of the site.'),
  ...bySection((shape, name) => sectionForm(shape, name).nullish().describe(descriptions[name])),
});

/** Maximum size of the settings of a site or site space, as JSON, in bytes. */
export const maxCustomizationBytes = 65_536;
