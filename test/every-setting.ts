const red = { light: '#ff0000', dark: '#f00' };
const image = { light: 'https://example.org/l.png', dark: 'https://example.org/d.png' };
const graphImage = { lightUrl: image.light, darkUrl: image.dark };
const faces = [
  { weight: 400, display: 'swap', sources: [{ url: 'https://example.org/f.woff2', format: 'woff2' }] },
  { weight: 700, sources: [{ url: 'https://example.org/g.woff' }] },
];
const targets = {
  rest: [
    { kind: 'url', url: 'mailto:a@example.org' },
    { kind: 'page', page: 'pg_1', space: 'spc_1' },
    { kind: 'anchor', anchor: 'top', page: 'pg_1' },
    { kind: 'reusable-content', reusableContent: 'rc_1' },
    { kind: 'openapi', spec: 'oas_1' },
  ],
  get graph() {
    return this.rest.map(({ kind, ...target }) => ({
      ...Object.fromEntries(
        Object.entries(target).map(([name, value]) => [/^(url|anchor)$/.test(name) ? name : `${name}Id`, value]),
      ),
      kind: kind.replace('-', '_').toUpperCase(),
    }));
  },
};
const linksTo = (list: readonly object[]) => list.map((to, at) => ({ title: `Link ${at}`, to }));
const sections = {
  favicon: { icon: image, emoji: '1f44b' },
  pdf: { enabled: false },
  feedback: { enabled: true },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: true, markdown: false, mcp: true },
  embeds: { hosts: ['www.youtube-nocookie.com', 'maps.example.org'] },
  openapi: { tryIt: true },
  freshness: { showVerifiedUntil: true },
  pagination: { enabled: false },
  trademark: { enabled: true },
  privacyPolicy: { url: 'https://example.org/privacy' },
  socialPreview: { url: 'https://example.org/social.png' },
  insights: { trackingCookie: true },
};
const colors = {
  primaryColor: red,
  tint: { color: red },
  infoColor: red,
  successColor: red,
  warningColor: red,
  dangerColor: red,
};
/** A value of every setting of an appearance, as REST spells it. */
export const restSettings = {
  title: 'Shown title',
  ...sections,
  styling: {
    ...colors,
    theme: 'gradient',
    corners: 'circular',
    depth: 'flat',
    links: 'accent',
    font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces: faces },
    monospaceFont: 'DMMono',
    background: 'match',
    icons: 'thin',
    sidebar: { background: 'filled', list: 'line' },
    search: 'prominent',
  },
  internationalization: { locale: 'pt-br' },
  header: {
    preset: 'custom',
    logo: image,
    backgroundColor: red,
    linkColor: red,
    links: [
      {
        title: 'Menu',
        style: 'button-primary',
        to: null,
        links: linksTo(targets.rest),
        condition: 'visitor.claims.beta',
      },
      { title: 'Plain', to: targets.rest[0], links: [] },
    ],
  },
  footer: { logo: image, groups: [{ title: 'Group', links: linksTo(targets.rest) }], copyright: '© Example' },
  announcement: { enabled: true, message: 'Hello', link: { title: 'More', to: targets.rest[0] }, style: 'warning' },
  themes: { default: 'dark', toggeable: false },
  ai: { mode: 'none' },
  externalLinks: { target: 'blank' },
};
const capitals = ({ display, sources, ...face }: (typeof faces)[number]) => ({
  ...face,
  ...(display ? { display: display.toUpperCase() } : {}),
  sources: sources.map(({ url, ...source }) => ('format' in source ? { url, format: 'WOFF2' } : { url })),
});
/** The same values in the spelling of GraphQL inputs. */
export const graphSettings = {
  title: 'Shown title',
  ...sections,
  favicon: { ...sections.favicon, icon: graphImage },
  pageActions: { externalAi: true, markdown: false, mcp: true },
  styling: {
    ...colors,
    theme: 'GRADIENT',
    corners: 'CIRCULAR',
    depth: 'FLAT',
    links: 'ACCENT',
    font: { custom: { id: 'own', custom: true, fontFamily: 'Own', fontFaces: faces.map(capitals) } },
    monospaceFont: { name: 'DM_MONO' },
    background: 'MATCH',
    icons: 'THIN',
    sidebar: { background: 'FILLED', list: 'LINE' },
    search: 'PROMINENT',
  },
  internationalization: { locale: 'PT_BR' },
  header: {
    ...restSettings.header,
    logo: graphImage,
    preset: 'CUSTOM',
    links: [
      {
        title: 'Menu',
        style: 'BUTTON_PRIMARY',
        to: null,
        links: linksTo(targets.graph),
        condition: 'visitor.claims.beta',
      },
      { title: 'Plain', to: targets.graph[0], links: [] },
    ],
  },
  footer: { ...restSettings.footer, logo: graphImage, groups: [{ title: 'Group', links: linksTo(targets.graph) }] },
  announcement: { enabled: true, message: 'Hello', link: { title: 'More', to: targets.graph[0] }, style: 'WARNING' },
  themes: { default: 'DARK', toggeable: false },
  ai: { mode: 'NONE' },
  externalLinks: { target: 'BLANK' },
};
