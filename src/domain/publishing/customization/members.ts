import * as z from 'zod';
import { choice, idForm, named } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

export const Url = httpUrl(2_048);
export const Id = idForm(200);

/** A setting that null resets, so that it is inherited. */
export const inherited = <Form extends z.ZodType>(description: string, form: Form) =>
  form.nullish().describe(description);

const Color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'must be a color such as #346DDB');

export const ThemedColor = named(
  { name: 'SiteThemedColor', description: 'A color in light mode and in dark mode.' },
  z.object({
    light: Color.describe('The color in light mode, such as `#346DDB`.'),
    dark: Color.describe('The color in dark mode, such as `#346DDB`.'),
  }),
);

export const ThemedImage = named(
  { name: 'SiteThemedImage', description: 'An image in light mode and in dark mode.' },
  z.object({
    light: Url.describe('URL of the image in light mode.'),
    dark: Url.describe('URL of the image in dark mode.'),
  }),
);

const FontSource = named(
  { name: 'SiteFontSource', description: 'A file of a font face.' },
  z.object({
    url: Url.describe('URL of the font file.'),
    format: choice('SiteFontFormat', 'The format of a font file.', {
      woff2: 'WOFF 2.',
      woff: 'WOFF.',
    })
      .optional()
      .describe('Format of the font file.'),
  }),
);

const FontFace = named(
  { name: 'SiteFontFace', description: 'A weight of a font, with its files.' },
  z.object({
    weight: z
      .int()
      .min(1)
      .max(1_000)
      .describe('Weight of the font face, from 1 to 1,000: 400 is normal and 700 is bold.'),
    display: choice('SiteFontDisplay', 'How text is shown while its font loads, as with `font-display` in CSS.', {
      auto: 'As the browser decides.',
      block: 'Not at all for a short time, then in a fallback font until the font is loaded.',
      swap: 'In a fallback font at once, until the font is loaded.',
      fallback: 'In a fallback font almost at once, which stays if the font loads slowly.',
      optional: 'In a fallback font, unless the font is loaded almost at once.',
    })
      .optional()
      .describe('How text is shown while the font loads.'),
    sources: z
      .array(FontSource)
      .min(1)
      .max(10)
      .describe('Files of the font face, the preferred one first. At most 10.'),
  }),
);

export const FontDefinition = named(
  { name: 'SiteFontDefinition', description: 'A custom font that is loaded from files.', idName: 'fontId' },
  z.object({
    id: Id.describe('Id of the font, which the client chooses.'),
    custom: z.boolean().describe('Whether the font is a custom font.'),
    fontFamily: z.string().min(1).max(100).describe('Name of the font in CSS, as `font-family`.'),
    fontFaces: z.array(FontFace).min(1).max(20).describe('The faces of the font, one for each weight. At most 20.'),
  }),
);
