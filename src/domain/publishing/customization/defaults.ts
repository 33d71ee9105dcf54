import { knownFrameHosts } from '../../../text/html/frames.ts';

/** A color with the same value for the light and dark theme. */
const themed = (color: string) => ({ light: color, dark: color });

/** The default appearance of a site. */
export const defaultCustomization = {
  styling: {
    theme: 'clean',
    primaryColor: themed('#346DDB'),
    infoColor: themed('#787878'),
    successColor: themed('#00C950'),
    warningColor: themed('#FE9A00'),
    dangerColor: themed('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'subtle',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  embeds: { hosts: knownFrameHosts },
  openapi: { tryIt: false },
  freshness: { showVerifiedUntil: false },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
} as const;
