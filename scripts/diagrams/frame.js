// Draws diagrams for the page that has made this frame. The policy of the frame lets the library set styles and run, and nothing else.
// Complete, so the packages of which it is made are not installed.
import mermaid from 'mermaid/dist/mermaid.esm.min.mjs';

const settings = {
  startOnLoad: false,
  // Labels in HTML are not drawn by every program that shows the picture.
  htmlLabels: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  fontFamily: 'system-ui, sans-serif',
  secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'htmlLabels'],
};

async function draw(id, source, theme) {
  mermaid.initialize({ ...settings, theme });
  const { svg } = await mermaid.render(id, source);
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  // A picture has no other size than its own.
  root.setAttribute('width', width);
  root.setAttribute('height', height);
  root.style.removeProperty('max-width');
  const said = (name) => root.querySelector(`:scope > ${name}`)?.textContent;
  return {
    text: new XMLSerializer().serializeToString(root),
    width: Math.ceil(width),
    height: Math.ceil(height),
    words: [said('title'), said('desc')].filter(Boolean).join('. '),
  };
}

/** Draws one after the other, because the library is one. */
async function drawAll(sources, show) {
  for (const [place, source] of sources.entries()) {
    try {
      show({
        place,
        light: await draw(`light-${place}`, source, 'default'),
        dark: await draw(`dark-${place}`, source, 'dark'),
      });
    } catch {
      // The page goes on to show the source.
    }
  }
}

addEventListener('message', ({ source: page, data: sources }) => {
  if (page === parent) void drawAll(sources, (drawn) => page.postMessage(drawn, '*'));
});
parent.postMessage('ready', '*');
