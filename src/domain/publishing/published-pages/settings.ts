import * as z from 'zod';
import { customizationShapes as shapes } from '../customization/form.ts';
import { SiteTitle } from '../sites/fields.ts';

/** The settings of the appearance that pages of a site need. Those that are absent have no effect. */
const ShownSettings = z.object({
  title: SiteTitle.optional(),
  styling: z.object(shapes.styling).optional(),
  internationalization: z.object(shapes.internationalization).optional(),
  favicon: z.object(shapes.favicon).optional(),
  header: z.object(shapes.header).optional(),
  footer: z.object(shapes.footer).optional(),
  announcement: z.object(shapes.announcement).optional(),
  themes: z.object(shapes.themes).optional(),
  git: z.object(shapes.git).optional(),
  pageActions: z.object(shapes.pageActions).optional(),
  externalLinks: z.object(shapes.externalLinks).optional(),
  pdf: z.object(shapes.pdf).optional(),
  feedback: z.object(shapes.feedback).optional(),
  pagination: z.object(shapes.pagination).optional(),
  trademark: z.object(shapes.trademark).optional(),
  privacyPolicy: z.object(shapes.privacyPolicy).optional(),
  socialPreview: z.object(shapes.socialPreview).optional(),
});

export type ShownSettings = z.output<typeof ShownSettings>;

/**
 * Reads the effective settings of a site space. Settings of an older form have no effect. `stored` are those of the site and of the
 * site space: a font that none of them names is left to the system of the reader, so that pages load no font by default.
 */
export function readShownSettings(settings: unknown, stored: readonly unknown[]): ShownSettings {
  const shown = ShownSettings.safeParse(settings).data ?? {};
  const { font, monospaceFont, ...styling } = shown.styling ?? {};
  const isChosen = (name: 'font' | 'monospaceFont') =>
    stored.some((one) => Chosen.safeParse(one).data?.styling?.[name]);
  return {
    ...shown,
    styling: {
      ...styling,
      ...(isChosen('font') ? { font } : {}),
      ...(isChosen('monospaceFont') ? { monospaceFont } : {}),
    },
  };
}

/** Whether settings name fonts. */
const Chosen = z.object({
  styling: z.object({ font: z.unknown().optional(), monospaceFont: z.unknown().optional() }).optional(),
});
