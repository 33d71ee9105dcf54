// Shows the diagrams of a page as pictures, which a frame with a policy of its own draws. Their sources stay below them.
import { all, make } from './elements.js';

const { diagramFrame, diagramSource } = document.body.dataset;
const figures = all('figure.diagram').slice(0, 50);

/** When the dark one is shown: as the theme button says, or else the browser. */
const darkMedia = () => {
  const { theme } = document.documentElement.dataset;
  if (!theme) return '(prefers-color-scheme: dark)';
  return theme === 'dark' ? 'screen' : 'not all';
};

const addressOf = ({ text }) => URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));

const show = (figure, light, dark) => {
  const { width, height, words } = light;
  const alt = words || figure.querySelector('figcaption').textContent;
  const picture = make(
    'picture',
    {},
    make('source', { srcset: addressOf(dark), media: darkMedia() }),
    make('img', { src: addressOf(light), alt, width, height }),
  );
  const source = figure.querySelector('details.all-lines, pre');
  const details = make('details', { className: 'diagram-source' }, make('summary', { textContent: diagramSource }));
  source.replaceWith(picture, details);
  details.append(source);
};

const frame = make('iframe', { src: diagramFrame, tabIndex: -1, ariaHidden: 'true' });
frame.sandbox = 'allow-scripts';
Object.assign(frame.style, {
  position: 'fixed',
  insetInlineStart: '-99999px',
  inlineSize: '1200px',
  blockSize: '800px',
  border: 0,
});
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data === 'ready')
    source.postMessage(
      figures.map((figure) => figure.querySelector('pre').textContent),
      '*',
    );
  else show(figures[data.place], data.light, data.dark);
});
document.body.append(frame);
