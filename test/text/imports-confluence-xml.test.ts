import { describe, expect, it } from 'vitest';
import { parseImport } from '../../src/text/imports/parse.ts';
import { onePixel } from '../source-server.ts';
import { makeZip, sketch } from './imports-archive.ts';
import { macro, object, page, parameter, property, reference, rich, xmlExport } from './imports-confluence-archive.ts';
import { linksOf, pageOf, reasons } from './imports-wiki-archive.ts';

const read = (...given: Parameters<typeof xmlExport>) => parseImport('confluence', xmlExport(...given));

const half = '<hibernate-generic><object class="Page"><id name="id">1</id>';

describe('the XML export of Confluence', () => {
  const space = object('Space', 90, property('name', 'Demo'), property('key', 'DS'), reference('homePage', 'Page', 3));
  const objects = [
    space,
    page(
      1,
      'Guide',
      '<p>Of <ac:link><ri:page ri:content-title="Set up" /></ac:link>, <ac:link ac:anchor="First part"><ri:page ri:content-title="Set up" ri:space-key="DS" /><ac:plain-text-link-body><![CDATA[its <part>]]></ac:plain-text-link-body></ac:link>, <ac:link><ri:page ri:space-key="XX" ri:content-title="Gone" /></ac:link></p>',
      reference('parent', 'Page', 3),
      property('position', '2'),
    ),
    page(
      2,
      'Set up',
      '<h2>First part</h2><p><ac:image ac:alt="A view"><ri:attachment ri:filename="view one.png" /></ac:image> <ac:link><ri:attachment ri:filename="view one.png" /></ac:link></p>',
      reference('parent', 'Page', 3),
      property('position', '1'),
    ),
    page(3, 'Home', `${macro('children', '')}<p>${macro('status', parameter('title', 'DONE'))}</p>`),
    page(4, 'Secret', '<p>Only we</p>', reference('parent', 'Page', 3)),
    page(5, 'Below the secret', `<p>Also</p>`, reference('parent', 'Page', 4)),
    page(6, 'Not yet', '<p>Draft</p>', property('contentStatus', 'draft'), reference('parent', 'Page', 3)),
    page(7, 'Old', '<p>Old</p>', reference('originalVersion', 'Page', 1)),
    page(8, 'In the trash', '<p>Trash</p>', property('contentStatus', 'deleted')),
    object('Comment', 60, reference('containerContent', 'Page', 1)),
    object('ContentPermissionSet', 61, property('type', 'View'), reference('owningContent', 'Page', 4)),
    object('Label', 62, property('name', 'important')),
    object('Labelling', 63, reference('label', 'Label', 62), reference('content', 'Page', 2)),
    object(
      'Attachment',
      70,
      property('title', 'view one.png'),
      property('version', '2'),
      reference('containerContent', 'Page', 2),
    ),
    object(
      'Attachment',
      71,
      property('title', 'view one.png'),
      property('version', '1'),
      reference('containerContent', 'Page', 2),
      reference('originalVersion', 'Attachment', 70),
    ),
    object('Attachment', 72, property('title', 'lost.pdf'), reference('containerContent', 'Page', 2)),
  ];
  const files = { 'attachments/2/70/2': onePixel, 'attachments/2/70/1': 'old' };

  it('has its pages in their tree and order, with links and files', async () => {
    const tree = await read(objects, files);
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      '  set-up "Set up"',
      '  guide "Guide"',
      '  not-yet "Not yet"',
      '  secret "Secret"',
      '    below-the-secret "Below the secret"',
    ]);
    expect(pageOf(tree, 'Home').markdown).toBe(
      '# Home\n\n- [Set up](home/set-up.html)\n- [Guide](home/guide.html)\n\n`DONE`\n',
    );
    expect(linksOf(tree, 'Guide')).toEqual(['home/set-up.html', 'home/set-up.html#first-part', 'broken']);
    expect(pageOf(tree, 'Guide').markdown).toContain('[its \\<part>](set-up.html#Firstpart)');
    expect(linksOf(tree, 'Set up')).toEqual(['file files/2/view one.png', 'file files/2/view one.png']);
    expect(tree.files.map(({ key, name, body }) => [key, name, (body as Buffer).equals(onePixel)])).toEqual([
      ['files/2/view one.png', 'view one.png', true],
    ]);
  });

  it('has the emoji of its pages, and people without the addresses by which they sign in', async () => {
    const tree = await read([
      page(1, 'Home', '<p>By <ac:link><ri:user ri:userkey="800" /></ac:link></p>'),
      object(
        'ContentProperty',
        20,
        property('name', 'emoji-title-published'),
        property('stringValue', '1f469-200d-1f4bb'),
        reference('content', 'Page', 1),
      ),
      object(
        'ContentProperty',
        21,
        property('name', 'other'),
        property('stringValue', '1f680'),
        reference('content', 'Page', 1),
      ),
      object('ConfluenceUserImpl', 800, property('name', 'ann@example.org')),
    ]);
    expect(pageOf(tree, 'Home')).toMatchObject({ markdown: '# Home\n\nBy @ann\n', emoji: '👩‍💻' });
  });

  it('has the excerpt of a page without a box where it has none there', async () => {
    const excerpt = (more: string) =>
      macro('excerpt-include', `${more}${parameter('', '<ac:link><ri:page ri:content-title="Other" /></ac:link>')}`);
    const tree = await read([
      page(1, 'Home', excerpt('') + excerpt(parameter('nopanel', 'true'))),
      page(2, 'Other', macro('excerpt', rich('<p>Its words</p>'))),
    ]);
    expect(pageOf(tree, 'Home').markdown).toBe(
      '# Home\n\n{% hint style="info" %}\n\n**Other**\n\nIts words\n\n{% endhint %}\n\nIts words\n',
    );
  });

  it('has the folders of its pages, also those that not everybody may view', async () => {
    const below = (id: number, type = 'Folder') => reference('parent', type, id);
    const tree = await read([
      page(1, 'Home', macro('children', parameter('all', 'true'))),
      object('Folder', 20, property('title', 'Guides'), below(1, 'Page')),
      object('Folder', 21, property('title', 'Secret'), below(20)),
      object('Folder', 22, property('title', 'Empty'), below(20)),
      object('ContentPermissionSet', 61, property('type', 'View'), reference('owningContent', 'Folder', 21)),
      page(2, 'Guide', '', below(20)),
      page(3, 'Plan', '', below(21)),
      page(4, 'Lost', '', below(99, 'Page')),
    ]);
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      '  guides "Guides"',
      '    guide "Guide"',
      '    secret "Secret"',
      '      plan "Plan"',
      'lost "Lost"',
    ]);
    expect(pageOf(tree, 'Home').markdown).toBe('# Home\n\n- Guides\n  - [Guide](home/guides/guide.html)\n');
    for (const title of ['Secret', 'Plan']) expect(pageOf(tree, title)).toMatchObject({ condition: 'false' });
    expect(reasons(tree)).toEqual([
      'lost.html: It stands at the top, because the export does not have what it is below',
      'home/guides/secret.html: It is shown to no visitor, because its source says so: not everybody may view it',
      'home/guides/secret/plan.html: It is shown to no visitor, because its source says so: not everybody may view a page above it',
    ]);
  });

  it('keeps what not everybody may view and what is no page yet from readers, and names what is left out', async () => {
    const tree = await read(objects, files);
    expect(
      ['Home', 'Guide', 'Secret', 'Below the secret', 'Not yet'].map((title) => pageOf(tree, title).condition),
    ).toEqual([undefined, undefined, 'false', 'false', 'false']);
    expect(reasons(tree)).toEqual([
      'entities.xml: Left out: 1 earlier version of a page, 1 page in the trash, 1 comment',
      'files/2/lost.pdf: The export has no bytes of this file',
      'home/set-up.html: 1 label is left out: important',
      'home/not-yet.html: It is shown to no visitor, because its source says so: contentStatus: draft',
      'home/secret.html: It is shown to no visitor, because its source says so: not everybody may view it',
      'home/secret/below-the-secret.html: It is shown to no visitor, because its source says so: not everybody may view a page above it',
      'home/guide.html: 1 link has no target: XX/Gone',
    ]);
  });

  it('shows excerpts and texts of other pages, but none of those kept from readers', async () => {
    const named = (title: string) => parameter('', `<ac:link><ri:page ri:content-title="${title}" /></ac:link>`);
    const tree = await read([
      page(
        1,
        'Other',
        `<p>Before</p>${macro('excerpt', rich(`<p>Its ${macro('status', parameter('title', 'X'))} excerpt</p>`))}`,
      ),
      page(2, 'Secret', macro('excerpt', rich('<p>Only we</p>'))),
      page(3, 'Round', macro('include', named('Round'))),
      page(
        4,
        'Page',
        `${macro('excerpt-include', named('Other'))}${macro('include', named('Other'))}${macro('excerpt-include', named('Secret'))}${macro('chart', rich('<p>Kept</p>'))}`,
      ),
      object('ContentPermissionSet', 61, property('type', 'View'), reference('owningContent', 'Page', 2)),
    ]);
    expect(pageOf(tree, 'Page').markdown).toBe(
      '# Page\n\n{% hint style="info" %}\n\n**Other**\n\nIts `X` excerpt\n\n{% endhint %}\n\nBefore\n\nIts `X` excerpt\n\nKept\n',
    );
    expect(reasons(tree)).toContain(
      'page.html: 2 parts are written as plain text or left out: excerpt-include of Secret, chart',
    );
    expect(pageOf(tree, 'Round').markdown).toBe('# Round\n');
  });

  it('leads addresses of Confluence to the pages that they name', async () => {
    const links = [
      'https://x.atlassian.net/wiki/spaces/DS/pages/2/Set+up#First-part',
      'https://wiki.example.org/pages/viewpage.action?pageId=2',
      '/display/DS/Set+up#Setup-Firstpart',
      'https://x.atlassian.net/wiki/x/AgA',
    ].map((href) => `<a href="${href}">x</a>`);
    const inside =
      '<ac:link><ri:space ri:space-key="DS" /></ac:link> <ac:link><ri:content-entity ri:content-id="2" /></ac:link>';
    const tree = await read([
      object('Space', 90, property('key', 'DS')),
      page(1, 'Links', `<p>${links.join(' ')} ${inside} <a href="https://example.org/display/XX/Set+up">y</a></p>`),
      page(2, 'Set up', '<h2>First part</h2>'),
    ]);
    expect(linksOf(tree, 'Links')).toEqual([
      'set-up.html#first-part',
      'set-up.html',
      'set-up.html#first-part',
      'set-up.html',
      'links.html',
      'set-up.html',
      'https://example.org/display/XX/Set+up',
    ]);
  });

  it('shows the files of a page where its macros do, and the pictures of drawings', async () => {
    const attach = (id: number, name: string, owner: string) =>
      object('Attachment', id, property('title', name), property('version', '1'), owner);
    const ofPage = reference('containerContent', 'Page', 1);
    const tree = await read(
      [
        page(
          1,
          'Page',
          `${macro('attachments', '')}${macro('gallery', '')}${macro('drawio', parameter('diagramName', 'plan'))}${macro('viewxls', parameter('name', '<ri:attachment ri:filename="a.xlsx" />'))}<ac:image><ri:attachment ri:filename="a.mp4" /></ac:image>`,
        ),
        page(2, 'In the trash', '<p>Gone</p>', property('contentStatus', 'deleted')),
        object('Comment', 3, reference('containerContent', 'Page', 1)),
        attach(71, 'plan.png', ofPage),
        attach(72, 'a.xlsx', ofPage),
        attach(73, 'a.mp4', ofPage),
        attach(74, 'trash.png', reference('containerContent', 'Page', 2)),
        attach(75, 'comment.png', reference('containerContent', 'Comment', 3)),
      ],
      Object.fromEntries([71, 72, 73, 74, 75].map((id) => [`attachments/${id > 73 ? id - 72 : 1}/${id}/1`, onePixel])),
    );
    expect(pageOf(tree, 'Page').markdown).toBe(
      '# Page\n\n- [plan.png](files/1/plan.png)\n- [a.xlsx](files/1/a.xlsx)\n- [a.mp4](files/1/a.mp4)\n\n![](files/1/plan.png)\n\n![plan](files/1/plan.png)\n\n[a.xlsx](files/1/a.xlsx)\n\n[a.mp4](files/1/a.mp4)\n',
    );
    expect(tree.files.map(({ key }) => key)).toEqual(['files/1/plan.png', 'files/1/a.xlsx', 'files/1/a.mp4']);
  });

  it('lists pages by their labels, and the posts of the blog, but none that are kept from readers', async () => {
    const labelled = (id: number, label: number, content: number) =>
      object('Labelling', id, reference('label', 'Label', label), reference('content', 'Page', content));
    const tree = await read([
      page(
        1,
        'Page',
        [
          macro('contentbylabel', parameter('cql', 'label = "one" and label in ("two","x")')),
          macro('contentbylabel', parameter('labels', 'one')),
          macro('blog-posts', ''),
          macro('children', ''),
        ].join('<hr/>'),
      ),
      page(2, 'Both', '<p>Text</p>'),
      page(3, 'Only one', '<p>Text</p>'),
      page(4, 'Secret', '<p>Text</p>'),
      page(5, 'Both', '<p>Draft</p>', property('contentStatus', 'draft'), reference('parent', 'Page', 1)),
      object('BlogPost', 6, property('title', 'News')),
      object('ContentPermissionSet', 61, property('type', 'View'), reference('owningContent', 'Page', 4)),
      object('Label', 71, property('name', 'one')),
      object('Label', 72, property('name', 'two')),
      labelled(81, 71, 2),
      labelled(82, 72, 2),
      labelled(83, 71, 3),
      labelled(84, 71, 4),
    ]);
    expect(pageOf(tree, 'Page').markdown).toBe(
      '# Page\n\n- [Both](both.html)\n\n---\n\n- [Both](both.html)\n- [Only one](only-one.html)\n\n---\n\n- [News](blog/news.html)\n\n---\n',
    );
  });

  it('keeps pages below a restricted one from readers, even when that is not part of it, and shows a named excerpt', async () => {
    const excerpt = (name: string, text: string) => macro('excerpt', parameter('name', name) + rich(`<p>${text}</p>`));
    const tree = await read([
      page(1, 'Below', '<p>Secret</p>', reference('parent', 'Page', 2)),
      page(2, 'Above', '<p>Secret</p>', property('contentStatus', 'deleted')),
      page(3, 'Two', excerpt('first', 'One') + excerpt('second', 'Another')),
      page(
        4,
        'Shown',
        macro(
          'excerpt-include',
          parameter('', '<ac:link><ri:page ri:content-title="Two" /></ac:link>') + parameter('name', 'second'),
        ),
      ),
      object('ContentPermissionSet', 61, property('type', 'View'), reference('owningContent', 'Page', 2)),
      object('PageTemplate', 62, property('name', 'Template')),
    ]);
    expect(pageOf(tree, 'Below').condition).toBe('false');
    expect(pageOf(tree, 'Shown').markdown).toContain('**Two**\n\nAnother');
    expect(reasons(tree)[0]).toBe('entities.xml: Left out: 1 page in the trash, 1 template');
  });

  it.each([
    ['no objects', '<hibernate-generic/>', /no Markdown or HTML page/],
    ['another root', '<other><object class="Page"/></other>', /no Markdown or HTML page/],
    ['half of a text', `${half}<property name="title"><![CDATA[`, /entities\.xml cannot be read/],
    ['half of its objects', `${half}</object>`, /entities\.xml is cut off/],
    ['many starts', '<hibernate-generic>'.repeat(10_000), /entities\.xml cannot be read/],
    ['many comments', `<hibernate-generic>${'<!--'.repeat(10_000)}`, /entities\.xml cannot be read/],
    ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${half}</object></hibernate-generic>`, /has a document type/],
  ])('is refused when its index has %s', async (_, xml, reason) => {
    await expect(parseImport('confluence', makeZip([{ name: 'entities.xml', body: xml }]))).rejects.toThrow(reason);
  });

  it('keeps the pages beside one that is nested too deeply', async () => {
    const tree = await read([page(1, 'Deep', '<div>'.repeat(2_000)), page(2, 'Other', '<p>Text</p>')]);
    expect(pageOf(tree, 'Other').markdown).toBe('# Other\n\nText\n');
    expect(reasons(tree)).toEqual(['deep.html: Its text cannot be read: is nested deeper than 512 elements']);
  });
});
