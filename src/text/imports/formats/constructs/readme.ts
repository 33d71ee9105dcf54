import { isRecord } from '../../../../lib/is-record.ts';
import { linkAddress } from '../../unpack/source-path.ts';
import type { Construct } from './construct.ts';
import { writePicture } from './written-picture.ts';

/** Matches a block of a type: its data in JSON. Global. */
const block = (type: string) =>
  new RegExp(`^\\[block:${type}\\][ \\t]*\\n([^]{0,20000}?)\\n\\[/block\\][ \\t]*$`, 'gm');

const readMeBoxes: ReadonlySet<string> = new Set(['info', 'success', 'warning', 'danger']);

/** A picture of a block with its width and caption; null without an address. */
function pictureOf({ image, caption, sizing }: Readonly<Record<string, unknown>>): string | null {
  const [src, , alt] = [image].flat().map(textOf);
  if (src === undefined || src === '' || /[\s()<>"]/.test(src)) return null;
  const width = /^\d{1,4}(?=px|%?$)%?/.exec(textOf(sizing))?.[0];
  return writePicture({ src, alt, width, below: textOf(caption) });
}

/** What ReadMe writes beside Markdown: https://docs.readme.com/rdmd/docs/callouts */
export const readMeConstructs: readonly Construct[] = [
  {
    tool: 'ReadMe',
    name: 'Block of a box',
    outcome: 'carried',
    pattern: /^\[block:callout\][ \t]*\n([^]{0,5000}?)\n\[\/block\][ \t]*$/gm,
    write: ([text = '']) => {
      const { type, title, body } = readBlock(text);
      if (typeof body !== 'string') return null;
      const style = typeof type === 'string' && readMeBoxes.has(type) ? type : 'info';
      const heading = typeof title === 'string' && title !== '' ? `**${title}**\n\n` : '';
      return `{% hint style="${style}" %}\n${heading}${body}\n{% endhint %}`;
    },
    example: [
      '[block:callout]\n{ "type": "info", "title": "Note", "body": "Text" }\n[/block]',
      '{% hint style="info" %}\n**Note**\n\nText\n{% endhint %}',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of pictures',
    outcome: 'carried',
    pattern: /^\[block:image\][ \t]*\n([^]{0,5000}?)\n\[\/block\][ \t]*$/gm,
    write: ([text = '']) => {
      const { images } = readBlock(text);
      const all = Array.isArray(images) ? images.filter(isRecord) : [];
      const pictures = all.flatMap((one) => pictureOf(one) ?? []);
      return pictures.length > 0 && pictures.length === all.length ? pictures.join('\n\n') : null;
    },
    example: [
      '[block:image]\n{ "images": [{ "image": ["https://example.org/a.png", "", "A view"], "caption": "Below" }] }\n[/block]',
      '<figure><img src="https://example.org/a.png" alt="A view"><figcaption>Below</figcaption></figure>',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of code',
    outcome: 'carried',
    pattern: block('code'),
    write: ([text = '']) => {
      const { codes } = readBlock(text);
      const all = Array.isArray(codes) ? codes.filter(isRecord) : [];
      const fences = all.map(({ code, language, name }) => {
        const info = [textOf(language), textOf(name) === '' ? '' : `title="${textOf(name).replaceAll('"', "'")}"`];
        return `\`\`\`\`${info.filter((part) => part !== '').join(' ')}\n${textOf(code)}\n\`\`\`\``;
      });
      return fences.length > 0 ? fences.join('\n\n') : null;
    },
    example: [
      '[block:code]\n{ "codes": [{ "code": "let a;", "language": "js", "name": "a.js" }] }\n[/block]',
      '````js title="a.js"\nlet a;\n````',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of a table',
    outcome: 'carried',
    pattern: block('parameters'),
    write: ([text = '']) => {
      const { data, cols, rows } = readBlock(text);
      if (!isRecord(data) || typeof cols !== 'number' || typeof rows !== 'number' || cols * rows > maxCells)
        return null;
      const cell = (key: string) => textOf(data[key]).trim().replaceAll('|', '\\\\|').replaceAll(/\r?\n/g, '<br>');
      const line = (row: number | 'h') =>
        `| ${Array.from({ length: cols }, (_, at) => cell(`${row}-${at}`)).join(' | ')} |`;
      const rule = `|${' - |'.repeat(cols)}`;
      return cols < 1 ? null : [line('h'), rule, ...Array.from({ length: rows }, (_, at) => line(at))].join('\n');
    },
    example: [
      '[block:parameters]\n{ "data": { "h-0": "Name", "0-0": "port" }, "cols": 1, "rows": 1 }\n[/block]',
      '| Name |\n| - |\n| port |',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of an embed',
    outcome: 'carried',
    pattern: block('embed'),
    write: ([text = '']) => {
      const { url, title } = readBlock(text);
      const address = textOf(url);
      return /^https?:\/\/[^\s()<>]+$/.test(address)
        ? `[${textOf(title).replaceAll(/[[\]]/g, '') || address}](${address})`
        : null;
    },
    example: [
      '[block:embed]\n{ "url": "https://example.org/v", "title": "A video" }\n[/block]',
      '[A video](https://example.org/v)',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of HTML',
    outcome: 'carried',
    pattern: block('html'),
    write: ([text = '']) => {
      const { html } = readBlock(text);
      return typeof html === 'string' ? html : null;
    },
    example: ['[block:html]\n{ "html": "<p>Text</p>" }\n[/block]', '<p>Text</p>'],
  },
  {
    tool: 'ReadMe',
    name: 'Block of a heading',
    outcome: 'carried',
    pattern: block('api-header'),
    write: ([text = '']) => {
      const { title } = readBlock(text);
      return typeof title === 'string' ? `## ${title}` : null;
    },
    example: ['[block:api-header]\n{ "title": "Part" }\n[/block]', '## Part'],
  },
  {
    tool: 'ReadMe',
    name: 'Other block',
    outcome: 'kept',
    pattern: /^\[block:(?!callout|image|code|parameters|embed|html|api-header)[\w-]{1,50}\][ \t]*$/gm,
    example: ['[block:tutorial-tile]', '[block:tutorial-tile]'],
  },
  {
    tool: 'ReadMe',
    name: 'Link by the slug of a page',
    outcome: 'carried',
    isOwn: true,
    pattern: /\]\((?:doc|page|ref):([\w-]{1,200})(#[^()\s]{0,200})?\)/g,
    write: ([name = '', hash = ''], page) => {
      const path = page.find(name);
      return path === null ? null : `](${linkAddress(path)}${hash})`;
    },
    example: ['[There](doc:note#part)', '[There](note.md#part)'],
  },
  {
    tool: 'ReadMe',
    name: 'Box by an emoji',
    outcome: 'carried',
    isOwn: true,
    pattern: /^>[ \t]?(📘|👍|🚧|❗)\uFE0F?[ \t]*([^\n]*)\n((?:>[^\n]*\n)*)/gmu,
    write: ([emoji = '', title = '', body = '']) => {
      const text = body.replaceAll(/^>[ \t]?/gm, '').trim();
      const parts = [title.trim() === '' ? '' : `**${title.trim()}**`, text].filter((part) => part !== '');
      return `{% hint style="${emojiStyles[emoji] ?? 'info'}" %}\n${parts.join('\n\n')}\n{% endhint %}\n`;
    },
    example: ['> 🚧 Careful\n>\n> Text', '{% hint style="warning" %}\n**Careful**\n\nText\n{% endhint %}'],
  },
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const maxCells = 2_000;

const emojiStyles: Readonly<Record<string, string>> = {
  '📘': 'info',
  '👍': 'success',
  '🚧': 'warning',
  '❗': 'danger',
};

function readBlock(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
