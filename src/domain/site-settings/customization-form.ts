import * as z from 'zod';
import { httpUrl } from '../../lib/http-url.ts';
import { ReferenceUrl } from '../content/edits/fields.ts';
import { SiteCondition, SiteTitle } from '../sites/fields.ts';

const Url = httpUrl(2_048);
const Id = z.string().min(1).max(200);
const Color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'must be a color such as #346DDB');
const ThemedColor = z.object({ light: Color, dark: Color });
const ThemedUrl = z.object({ light: Url, dark: Url });
const Switch = z.boolean().nullish();
const oneOf = <const Value extends string>(...values: readonly Value[]) => z.enum(values).nullish();

/** Target of a link in the header or footer. */
const Reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: ReferenceUrl }),
  z.object({ kind: z.literal('file'), file: Id, space: Id.optional() }),
  z.object({ kind: z.literal('page'), page: Id, space: Id.optional() }),
  z.object({ kind: z.literal('anchor'), anchor: Id, page: Id.optional(), space: Id.optional() }),
  z.object({ kind: z.literal('space'), space: Id }),
  z.object({ kind: z.literal('user'), user: Id }),
  z.object({ kind: z.literal('collection'), collection: Id }),
  z.object({ kind: z.literal('reusable-content'), reusableContent: Id, space: Id.optional() }),
  z.object({ kind: z.literal('openapi'), spec: Id }),
]);

const LinkTitle = z.string().max(64);
const Link = z.object({ title: LinkTitle, to: Reference });
const Links = z.array(Link).max(50);
const HeaderItem = z.object({
  title: LinkTitle,
  style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
  to: Reference.nullable(),
  links: Links,
  condition: SiteCondition.optional(),
});

const FontFace = z.object({
  weight: z.int().min(1).max(1_000),
  display: z.enum(['auto', 'block', 'swap', 'fallback', 'optional']).optional(),
  sources: z
    .array(z.object({ url: Url, format: z.enum(['woff2', 'woff']).optional() }))
    .min(1)
    .max(10),
});
const FontDefinition = z.object({
  id: Id,
  custom: z.boolean(),
  fontFamily: z.string().min(1).max(100),
  fontFaces: z.array(FontFace).min(1).max(20),
});

const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;

const Styling = {
  theme: oneOf('clean', 'muted', 'bold', 'gradient'),
  primaryColor: ThemedColor.nullish(),
  tint: z.object({ color: ThemedColor }).nullish(),
  infoColor: ThemedColor.nullish(),
  successColor: ThemedColor.nullish(),
  warningColor: ThemedColor.nullish(),
  dangerColor: ThemedColor.nullish(),
  corners: oneOf('straight', 'rounded', 'circular'),
  depth: oneOf('subtle', 'flat'),
  links: oneOf('default', 'accent'),
  font: z.union([z.enum(fonts), FontDefinition]).nullish(),
  monospaceFont: z.union([z.enum(monospaceFonts), FontDefinition]).nullish(),
  background: oneOf('plain', 'match'),
  icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
  sidebar: z.object({ background: oneOf('default', 'filled'), list: oneOf('default', 'pill', 'line') }).nullish(),
  search: oneOf('prominent', 'subtle'),
};

/** Settings by section. Null means inherited. */
const shapes = {
  styling: Styling,
  internationalization: { locale: oneOf('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') },
  favicon: { icon: ThemedUrl.optional(), emoji: z.string().min(1).max(50).optional() },
  header: {
    preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
    logo: ThemedUrl.nullish(),
    backgroundColor: ThemedColor.nullish(),
    linkColor: ThemedColor.nullish(),
    links: z.array(HeaderItem).max(50).nullish(),
  },
  footer: {
    logo: ThemedUrl.nullish(),
    groups: z
      .array(z.object({ title: LinkTitle, links: Links }))
      .max(20)
      .nullish(),
    copyright: z.string().max(300).nullish(),
  },
  announcement: {
    enabled: z.boolean(),
    message: z.string().min(2).max(128),
    link: Link.nullish(),
    style: z.enum(['info', 'warning', 'danger', 'success']),
  },
  themes: { default: oneOf('light', 'dark'), toggeable: Switch },
  pdf: { enabled: Switch },
  feedback: { enabled: Switch },
  ai: {
    mode: z.literal('none', 'must be "none": the service does not answer questions about sites').nullish(),
  },
  advancedCustomization: { enabled: Switch },
  git: { showEditLink: Switch },
  pageActions: { externalAI: Switch, markdown: Switch, mcp: Switch },
  externalLinks: { target: oneOf('self', 'blank') },
  pagination: { enabled: Switch },
  trademark: { enabled: Switch },
  privacyPolicy: { url: Url.nullish() },
  socialPreview: { url: Url.nullish() },
  insights: { trackingCookie: Switch },
} satisfies Readonly<Record<string, z.ZodRawShape>>;

export type CustomizationSection = keyof typeof shapes;

/** Sections of the settings, with their descriptions. */
export const customizationSections: Readonly<Record<CustomizationSection, string>> = {
  styling: 'Theme, colors, fonts, corners, icons, sidebar and search.',
  internationalization: 'Language of the labels: `locale`.',
  favicon: 'The icon of browser tabs: `icon` with URLs for `light` and `dark`, or `emoji`.',
  header: 'Logo and links of the header.',
  footer: 'Logo, groups of links and copyright of the footer.',
  announcement: 'A banner: `enabled`, `message`, `link`, `style`.',
  themes: 'Which of light and dark is shown first, and whether readers may switch.',
  pdf: 'Whether readers may export PDFs: `enabled`.',
  feedback: 'Whether pages ask for feedback: `enabled`.',
  ai: 'The `mode` of AI, which is `none`.',
  advancedCustomization: 'Whether advanced settings apply: `enabled`.',
  git: 'Whether pages link to their source: `showEditLink`.',
  pageActions: 'What the menu of a page offers.',
  externalLinks: 'Where links to other sites open: `target`.',
  pagination: 'Whether pages link to the next and the previous one: `enabled`.',
  trademark: 'Whether the name of the software is shown: `enabled`.',
  privacyPolicy: 'The `url` of the privacy policy.',
  socialPreview: 'The `url` of the image that social networks show.',
  insights: 'Whether readers are known by a cookie: `trackingCookie`.',
};

/** Schema of a section in the input. It ignores unknown members, unless the section has no others. */
const sectionForm = (shape: z.ZodRawShape) =>
  z.looseObject(shape).refine(
    (given) => {
      const names = Object.keys(given);
      return names.length === 0 || names.some((name) => Object.hasOwn(shape, name));
    },
    `has none of the settings ${Object.keys(shape).join(', ')}`,
  );

function bySection<Form>(formOf: (shape: z.ZodRawShape) => Form) {
  const forms = Object.entries<z.ZodRawShape>(shapes).map(([name, shape]) => [name, formOf(shape)]);
  return Object.fromEntries(forms) as Readonly<Record<CustomizationSection, Form>>;
}

/** Schemas of the sections in the input. Null resets a section. */
export const sectionForms = bySection((shape) => sectionForm(shape).nullish());

/** Drops unknown members of settings. */
export const CustomizationForm = z.object({
  title: SiteTitle.nullish(),
  ...bySection((shape) => z.object(shape).nullish()),
});

/** Maximum size of the settings of a site or site space, as JSON, in bytes. */
export const maxCustomizationBytes = 65_536;
