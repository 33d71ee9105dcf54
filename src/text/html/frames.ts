/** What an embed shows in a frame, once its reader asks for it. */
export interface EmbedFrame {
  readonly src: string;
  /** Host of the frame, which a site must allow. */
  readonly host: string;
  /** Whether it is a video, a canvas or code, which have different heights and pictures. */
  readonly look: 'video' | 'canvas' | 'code';
  /** Name of the provider; the host of one that is not known. */
  readonly provider: string;
}

/** The hosts of the frames of the providers that are known. */
export const knownFrameHosts = [
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.loom.com',
  'www.figma.com',
  'codesandbox.io',
  'stackblitz.com',
  'gist.github.com',
] as const;

type Reader = (url: URL) => string | null;

const id = /^[\w-]{5,64}$/;
const seconds = (text: string | null): number => {
  const [, hours = 0, minutes = 0, rest = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
};

const youTube: Reader = ({ hostname, pathname, searchParams }) => {
  const base = 'https://www.youtube-nocookie.com/embed/';
  const [, first = '', second = ''] = pathname.split('/');
  const list = searchParams.get('list');
  if (first === 'playlist') return list !== null && id.test(list) ? `${base}videoseries?list=${list}` : null;
  const inPath = /^(?:embed|shorts|live|v)$/.test(first) ? second : null;
  const video = hostname === 'youtu.be' ? first : (inPath ?? searchParams.get('v'));
  if (video === null || !id.test(video)) return null;
  const start = seconds(searchParams.get('t') ?? searchParams.get('start'));
  return base + video + (start > 0 ? `?start=${start}` : '');
};

const vimeo: Reader = ({ pathname, searchParams }) => {
  const [, video, key] = /^(?:\/video|\/channels\/[\w-]+)?\/(\d{5,15})(?:\/([\da-f]{5,20}))?\/?$/.exec(pathname) ?? [];
  if (video === undefined) return null;
  const hash = key ?? searchParams.get('h');
  return `https://player.vimeo.com/video/${video}?dnt=1${hash !== null && /^[\da-f]{5,20}$/.test(hash) ? `&h=${hash}` : ''}`;
};

const loom: Reader = ({ pathname }) => {
  const video = /^\/(?:share|embed)\/([\da-f]{10,64})\/?$/.exec(pathname)?.[1];
  return video === undefined ? null : `https://www.loom.com/embed/${video}`;
};

const figma: Reader = (url) =>
  /^\/(?:file|design|proto|board|slides|deck|embed)\b/.test(url.pathname)
    ? `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(url.searchParams.get('url') ?? url.href)}`
    : null;

const codeSandbox: Reader = ({ pathname, search }) => {
  const box = /^\/(?:s|embed|p\/(?:sandbox|devbox))\/([\w-]{5,100})\/?$/.exec(pathname)?.[1];
  return box === undefined ? null : `https://codesandbox.io/embed/${box}${search}`;
};

const stackBlitz: Reader = (url) => {
  if (!/^\/(?:edit|github|fork)\/[\w./~-]{1,300}$/.test(url.pathname)) return null;
  const framed = new URL(url.pathname + url.search, 'https://stackblitz.com');
  framed.searchParams.set('embed', '1');
  return framed.href;
};

const gist: Reader = ({ pathname }) => {
  const [, path] = /^(\/[\w-]{1,64}\/[\da-f]{5,64})(?:\.js|\.pibb)?\/?$/.exec(pathname) ?? [];
  return path === undefined ? null : `https://gist.github.com${path}.pibb`;
};

const providers: Readonly<Record<string, readonly [provider: string, look: EmbedFrame['look'], read: Reader]>> = {
  'youtube.com': ['YouTube', 'video', youTube],
  'youtube-nocookie.com': ['YouTube', 'video', youTube],
  'youtu.be': ['YouTube', 'video', youTube],
  'vimeo.com': ['Vimeo', 'video', vimeo],
  'player.vimeo.com': ['Vimeo', 'video', vimeo],
  'loom.com': ['Loom', 'video', loom],
  'figma.com': ['Figma', 'canvas', figma],
  'codesandbox.io': ['CodeSandbox', 'code', codeSandbox],
  'stackblitz.com': ['StackBlitz', 'code', stackBlitz],
  'gist.github.com': ['GitHub Gist', 'code', gist],
};

/**
 * Finds the frame for the address of an embed. Addresses of known providers become those of their players; any other one is its own
 * frame. Null for what is no address of HTTPS, and for a page of a provider that has no player.
 */
export function findFrame(address: string): EmbedFrame | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '') return null;
  const name = url.hostname.replace(/^(?:www|m)\./, '');
  const known = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (known === undefined)
    return url.protocol === 'https:'
      ? { src: url.href, host: url.hostname, look: 'canvas', provider: url.hostname }
      : null;
  const [provider, look, read] = known;
  const src = read(url);
  return src === null ? null : { src, host: new URL(src).hostname, look, provider };
}
