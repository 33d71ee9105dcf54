export default {
  title: 'Harbour',
  base: '/harbour/',
  cleanUrls: true,
  sitemap: { hostname: 'https://docs.example.org/harbour/' },
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/installation' }, { text: 'Reference', link: '/reference/settings' }],
    sidebar: [
      { text: 'Guide', items: [
        { text: 'Installation', link: '/guide/installation' },
        { text: 'Writing jobs', link: '/guide/jobs' },
        { text: 'Operating', link: '/guide/operating' },
      ] },
      { text: 'Reference', items: [
        { text: 'Settings', link: '/reference/settings' },
        { text: 'API', collapsed: true, items: [
          { text: 'The store', link: '/reference/api/store' },
          { text: 'The runner', link: '/reference/api/runner' },
        ] },
        { text: 'Errors', link: '/reference/errors' },
      ] },
    ],
  },
};
