module.exports = {
  title: 'Harbour', url: 'https://docs.example.org', baseUrl: '/', trailingSlash: false,
  onBrokenLinks: 'warn',
  presets: [['classic', { docs: { routeBasePath: 'docs', sidebarPath: './sidebars.js' }, blog: false, theme: {} }]],
  themeConfig: { navbar: { title: 'Harbour', items: [{ type: 'doc', docId: 'index', label: 'Docs' }] } },
};
