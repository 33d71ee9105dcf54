module.exports = { docs: [
  'index',
  { type: 'category', label: 'Guide', collapsed: true, items: ['guide/installation', 'guide/jobs', 'guide/operating'] },
  { type: 'category', label: 'Reference', collapsed: true, items: ['reference/settings',
    { type: 'category', label: 'API', collapsed: true, items: ['reference/api/store', 'reference/api/runner'] }, 'reference/errors'] },
] };
