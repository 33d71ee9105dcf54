import * as z from 'zod';
import { choice, named } from '../../../lib/form-types.ts';
import { FontDefinition, inherited, ThemedColor } from './members.ts';

/** Names of fonts with their descriptions. Pages load a font that a site names from their own origin. */
const fontNames = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `The font \`${name}\`.`])) as Record<Name, string>;

export const FontName = choice('SiteFontName', 'The name of a font for text.', {
  ABCFavorit: 'Kept for clients that have this commercial font. Pages are in a font of the system.',
  ...fontNames(
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
  ),
});

export const MonospaceFontName = choice(
  'SiteMonospaceFontName',
  'The name of a font for code.',
  fontNames(
    'FiraCode',
    'IBMPlexMono',
    'JetBrainsMono',
    'SourceCodePro',
    'RobotoMono',
    'SpaceMono',
    'DMMono',
    'Inconsolata',
  ),
);

const Tint = named(
  { name: 'SiteTint', description: 'The tint of the background of a site.' },
  z.object({ color: ThemedColor.describe('The color of the tint.') }),
);

const Sidebar = named(
  { name: 'SiteSidebarStyle', description: 'How the sidebar looks, and how it shows where the reader is.' },
  z.object({
    background: inherited(
      'Background of the sidebar.',
      choice('SiteSidebarBackground', 'The background of the sidebar of a site.', {
        default: 'The background of the page.',
        filled: 'A color of its own.',
      }),
    ),
    list: inherited(
      'How the current page is highlighted in the sidebar.',
      choice('SiteSidebarList', 'How the sidebar of a site highlights the current page.', {
        default: 'As the theme defines.',
        pill: 'By a rounded background.',
        line: 'By a line beside the page.',
      }),
    ),
  }),
);

export const Styling = {
  theme: inherited(
    'Theme of the site.',
    choice('SiteTheme', 'The theme of a site.', {
      clean: 'A translucent header on a plain page.',
      muted: 'A page in muted colors.',
      bold: 'A header in the primary color.',
      gradient: 'A page with a gradient of the primary color.',
    }),
  ),
  primaryColor: inherited('Color of links, buttons and selected items.', ThemedColor),
  tint: inherited('Tint of the background.', Tint),
  infoColor: inherited(
    'Color of hints of the style `info`. Pages of a site that sets none have one of their own.',
    ThemedColor,
  ),
  successColor: inherited(
    'Color of hints of the style `success`. Pages of a site that sets none have one of their own.',
    ThemedColor,
  ),
  warningColor: inherited(
    'Color of hints of the style `warning`. Pages of a site that sets none have one of their own.',
    ThemedColor,
  ),
  dangerColor: inherited(
    'Color of hints of the style `danger`. Pages of a site that sets none have one of their own.',
    ThemedColor,
  ),
  corners: inherited(
    'How round the corners of buttons, fields and blocks are.',
    choice('SiteCorners', 'The corners of buttons, fields and blocks of a site.', {
      straight: 'Not rounded.',
      rounded: 'Rounded.',
      circular: 'Rounded as far as possible.',
    }),
  ),
  depth: inherited(
    'Whether buttons, cards and other elements have shadows.',
    choice('SiteDepth', 'The depth of buttons, cards and other elements of a site.', {
      subtle: 'With small shadows.',
      flat: 'Without shadows.',
    }),
  ),
  links: inherited(
    'Style of links in texts.',
    choice('SiteLinkStyle', 'The style of links in texts of a site.', {
      default: 'Text in the primary color.',
      accent: 'Text in the color of the surrounding text, underlined in the primary color.',
    }),
  ),
  font: inherited(
    'Font for text and headings. Pages of a site that sets none are in a font of the system.',
    named({ name: 'SiteFont', description: 'A font for text.' }, z.union([FontName, FontDefinition])),
  ),
  monospaceFont: inherited(
    'Font for code. Pages of a site that sets none are in a font of the system.',
    named({ name: 'SiteMonospaceFont', description: 'A font for code.' }, z.union([MonospaceFontName, FontDefinition])),
  ),
  background: inherited(
    'Background of the pages.',
    choice('SiteBackground', 'The background of the pages of a site.', {
      plain: 'White, and black in dark mode.',
      match: 'A shade of the primary color.',
    }),
  ),
  icons: inherited(
    'Style of the icons of pages and blocks.',
    choice('SiteIconStyle', 'The style of the icons of a site.', {
      regular: 'Outlines of a medium weight.',
      solid: 'Filled shapes.',
      duotone: 'Two shades of one color.',
      light: 'Outlines of a light weight.',
      thin: 'Outlines of the lightest weight.',
    }),
  ),
  sidebar: inherited('Style of the sidebar.', Sidebar),
  search: inherited(
    'Style of the search in the header.',
    choice('SiteSearchStyle', 'The style of the search in the header of a site.', {
      prominent: 'A wide field in the middle.',
      subtle: 'A small field at the side.',
    }),
  ),
};
