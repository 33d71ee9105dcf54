// Serves the exports of four tools, as archives that an import fetches: `node serve-sources.mjs [port]`. Prints its address.
import { createServer } from 'node:http';
import { crc32 } from 'node:zlib';

const html = (title, body) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="page"><header><h1 class="page-title">${title}</h1></header><div class="page-body">${body}</div></article></body></html>`;

const property = (name, value) => `<property name="${name}"><![CDATA[${value}]]></property>`;
const reference = (name, type, id) => `<property name="${name}" class="${type}"><id name="id">${id}</id></property>`;
const object = (type, id, ...parts) =>
  `<object class="${type}" package="com.atlassian.confluence"><id name="id">${id}</id>${parts.join('')}</object>`;
const page = (id, title, body, ...more) =>
  object('Page', id, property('title', title), ...more) +
  object('BodyContent', id + 100, property('body', body), reference('content', 'Page', id));
const macro = (name, parts) => `<ac:structured-macro ac:name="${name}">${parts}</ac:structured-macro>`;

/** The files of each archive, by the name of its tool. */
const sources = {
  // The runbooks of those who operate: a page that not everybody may view, and a macro that nothing expresses.
  confluence: {
    'entities.xml': `<?xml version="1.0"?><hibernate-generic>${[
      object('Space', 90, property('name', 'Runbooks'), property('key', 'RUN'), reference('homePage', 'Page', 1)),
      page(1, 'Runbooks', macro('children', '')),
      page(
        2,
        'Restart the gateway',
        `${macro('warning', '<ac:rich-text-body><p>Drain it first.</p></ac:rich-text-body>')}<p>Then <ac:link><ri:page ri:content-title="Drain a node" /></ac:link>.</p>${macro('gliffy', '<ac:parameter ac:name="name">Network</ac:parameter>')}`,
        reference('parent', 'Page', 1),
      ),
      page(3, 'Drain a node', '<p>Ask the flamingo service to leave.</p>', reference('parent', 'Page', 1)),
      page(4, 'Passwords of vendors', '<p>tapir-1234</p>', reference('parent', 'Page', 1)),
      object('ContentPermissionSet', 50, property('type', 'View'), reference('owningContent', 'Page', 4)),
    ].join('')}</hibernate-generic>`,
  },
  // The handbook of the team.
  notion: {
    'Handbook 0123456789abcdef0123456789abcdef.html': html(
      'Handbook',
      '<figure class="callout"><div><span class="icon">⚠️</span></div><div><p>Read me first.</p></div></figure><p>Holidays are <mark class="highlight-red">pelican</mark> days.</p>',
    ),
  },
  // The guide of the product, with an address of its own and a link to a page that is gone.
  docusaurus: {
    'docusaurus.config.js': 'module.exports = { title: "Guide" };\n',
    'docs/intro.md':
      '---\nslug: /start\nsidebar_position: 1\n---\n\n# Start\n\n:::tip\n\nInstall it.\n\n:::\n\nSee [the old page](./gone.md).\n',
    'docs/install.mdx':
      '---\ntitle: Install\nsidebar_position: 2\n---\n\nimport Chart from "./chart";\n\nThe ocelot installer asks nothing.\n\n<Chart kind="bar" />\n',
    'docs/plans.md': '---\ndraft: true\n---\n\n# Plans\n\nNot for readers.\n',
  },
  // The reference of the tool.
  mkdocs: {
    'mkdocs.yml': 'site_name: Reference\nnav:\n  - index.md\n  - Options: options.md\n',
    'docs/index.md': '# Reference\n\nPress ++ctrl+c++.\n\n--8<-- "notes.txt"\n\nVersion {{ version }}.\n',
    'docs/options.md': '# Options\n\n!!! note\n\n    The flag `--narwhal` is new.\n',
    'notes.txt': 'This sentence was filled in.\n',
  },
};

/** A ZIP archive of texts, stored without compression. */
function zip(files) {
  const parts = [];
  const records = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const body = Buffer.from(text);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800, 2);
    head.writeUInt32LE(crc32(body), 10);
    head.writeUInt32LE(body.length, 14);
    head.writeUInt32LE(body.length, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    records.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), head, place, name]));
    parts.push(Buffer.from('504b0304', 'hex'), head, name, body);
    offset += 30 + name.length + body.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

const server = createServer((request, response) => {
  const files = sources[/^\/(\w+)\.zip$/.exec(request.url ?? '')?.[1] ?? ''];
  if (files) response.writeHead(200, { 'content-type': 'application/zip' }).end(zip(files));
  else response.writeHead(404).end();
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
