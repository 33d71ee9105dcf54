import { isRecord } from '../../../lib/is-record.ts';
import { readFrontMatter, splitFrontMatter } from '../../markdown/front-matter.ts';
import type { TextWithLines } from './lines.ts';
import { linkAddress } from '../unpack/source-path.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '');
const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

const linkOf = (text: unknown, link: unknown): string =>
  textOf(text) === '' || textOf(link) === '' ? textOf(text) : `[${textOf(text)}](${addressOf(textOf(link))})`;

const addressOf = (link: string) => (/^[a-z][\w+.-]*:/i.test(link) ? link : linkAddress(decodable(link)));

/** `encodeURI` encodes percent signs once more. */
const decodable = (link: string) => {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
};

/** Adds the text of a home page below its front matter; see `homePageText`. */
export function withHomePage(markdown: string): TextWithLines {
  const { yaml, bodyStart } = splitFrontMatter(markdown);
  if (yaml === null || !/^(?:hero|features|banner):/m.test(yaml)) return { markdown };
  const text = homePageText(readFrontMatter(markdown).values);
  if (text === '') return { markdown };
  const above = markdown.slice(0, bodyStart).split('\n').length - 1;
  const added = text.split('\n').length - 1;
  const whole = `${markdown.slice(0, bodyStart)}${text}${markdown.slice(bodyStart)}`;
  const lines = whole.split('\n').map((_line, at) => (at < above ? at + 1 : Math.max(above, at + 1 - added)));
  return { markdown: whole, lines };
}

/**
 * The text of a home page that VitePress or Starlight makes from the `hero` and `features` of its front matter; empty for other pages.
 * https://vitepress.dev/reference/default-theme-home-page and https://starlight.astro.build/reference/frontmatter/#hero
 */
function homePageText(values: Readonly<Record<string, unknown>>): string {
  const hero = isRecord(values['hero']) ? values['hero'] : {};
  // What Starlight shows above the page is HTML.
  const banner = isRecord(values['banner']) ? textOf(values['banner']['content']) : '';
  const heading = textOf(hero['name']) || textOf(hero['title']);
  const actions = recordsIn(hero['actions']).map(({ text, link }) => linkOf(text, link));
  const features = recordsIn(values['features']).map(({ title, details, link, linkText }) => {
    const more = textOf(linkText) === '' ? '' : ` ${linkOf(linkText, link)}`;
    const name = textOf(linkText) === '' ? linkOf(title, link) : textOf(title);
    return `- **${name}**${textOf(details) === '' ? '' : `: ${textOf(details)}`}${more}`;
  });
  const parts = [
    banner === '' ? '' : `{% hint style="info" %}\n${banner}\n{% endhint %}`,
    heading === '' ? '' : `# ${heading}`,
    textOf(hero['text']),
    textOf(hero['tagline']),
    actions.filter((action) => action !== '').join(' · '),
    features.join('\n'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}
