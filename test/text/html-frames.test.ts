import { expect, test } from 'vitest';
import { findFrame, knownFrameHosts } from '../../src/text/html/frames.ts';

const youTube = 'https://www.youtube-nocookie.com/embed';

test.each<[address: string, src: string | null]>([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', `${youTube}/dQw4w9WgXcQ`],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', `${youTube}/dQw4w9WgXcQ?start=90`],
  ['http://youtu.be/dQw4w9WgXcQ?t=42', `${youTube}/dQw4w9WgXcQ?start=42`],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', `${youTube}/dQw4w9WgXcQ`],
  ['https://www.youtube.com/playlist?list=PL1234567890', `${youTube}/videoseries?list=PL1234567890`],
  ['https://www.youtube.com/@channel', null],
  ['https://youtu.be/"><script>', null],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/abcdef123', 'https://player.vimeo.com/video/76979871?dnt=1&h=abcdef123'],
  ['https://vimeo.com/about', null],
  [
    'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
    'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184',
  ],
  [
    'https://www.figma.com/design/abc/Name',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fabc%2FName',
  ],
  ['https://codesandbox.io/s/new-sandbox?file=/a.js', 'https://codesandbox.io/embed/new-sandbox?file=/a.js'],
  ['https://codesandbox.io/p/sandbox/happy-fox-2lx3y', 'https://codesandbox.io/embed/happy-fox-2lx3y'],
  ['https://stackblitz.com/edit/angular?file=a.ts', 'https://stackblitz.com/edit/angular?file=a.ts&embed=1'],
  ['https://gist.github.com/octocat/9257657', 'https://gist.github.com/octocat/9257657.pibb'],
  ['https://maps.example.org/a?b=c', 'https://maps.example.org/a?b=c'],
  ['http://maps.example.org/', null],
  ['https://user:secret@maps.example.org/', null],
  ['https://maps.example.org:8443/', null],
  ['javascript:alert(1)', null],
  ['not an address', null],
])('the frame of %j is %j', (address, src) => {
  const frame = findFrame(address);
  expect(frame?.src ?? null).toBe(src);
  if (src !== null) expect(frame?.host).toBe(new URL(src).hostname);
});

test('the hosts of known providers are those of their frames', () => {
  const addresses = [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://www.loom.com/share/0281766fa2d04bb7',
    'https://www.figma.com/file/abc',
    'https://codesandbox.io/s/sandbox',
    'https://stackblitz.com/edit/angular',
    'https://gist.github.com/octocat/9257657',
  ];
  expect(addresses.map((address) => findFrame(address)?.host)).toEqual([...knownFrameHosts]);
});
