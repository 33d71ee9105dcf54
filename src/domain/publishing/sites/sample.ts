import type { ContentEdit } from '../../authoring/content/edits/update-content.ts';

const welcome = `A site shows spaces to its readers. This page is in the first one.

{% hint style="info" %}
Edit this page, or add another one below it.
{% endhint %}
`;

const structure = `* A **space** contains pages.
* A **section** groups spaces below one path of the site.
* The spaces of a section are its **variants**, such as versions or languages.
`;

const publish = `A new site is not published. Publish it, and it is open to the audience of its visibility:

| Visibility     | Readers                         |
| -------------- | ------------------------------- |
| \`public\`       | anyone                          |
| \`unlisted\`     | anyone, but no search engines   |
| \`share-link\`   | who has a link                  |
| \`visitor-auth\` | visitors with a signed token    |
`;

const pages = [
  { title: 'Welcome', emoji: '👋', markdown: welcome },
  { title: 'Structure', markdown: structure },
  { title: 'Publish the site', markdown: publish },
];

/** Operations that create the pages of a sample space. */
export const samplePages: ContentEdit['operations'] = pages.map(({ title, emoji, markdown }, index) => ({
  input: { operation: 'insert_page', title, emoji, document: { markdown } },
  path: `sample.${index}`,
}));
