import { useEffect, useRef } from 'react';
import { Look, type SiteCustomizationInput } from '../../__generated__/site-customization.ts';
import { useWhenPaused } from '../../client/paused.ts';
import { Failure } from '../../parts/failure.tsx';
import { words } from '../../words/words.ts';

/** How wide the window is in which the page is drawn, before it is made smaller: as wide as the header needs for its links. */
const drawnWidth = 1_120;

interface PreviewProps {
  readonly siteId: string;
  readonly organizationId: string;
  /** What is chosen and not saved. */
  readonly unsaved: SiteCustomizationInput;
  /** Changes with what is saved. */
  readonly since: string;
}

/** The first page of the site as it would look. It is a picture: nothing in it can be used. */
export function Preview({ siteId, organizationId, unsaved, since }: PreviewProps) {
  const { part, refusal, isAnswered } = useWhenPaused({
    query: Look,
    variables: { id: siteId, organizationId, input: unsaved },
    of: ({ site }) => site?.look,
    since,
  });
  return (
    <section className="look" aria-label={words.preview} tabIndex={0}>
      <Failure>{refusal}</Failure>
      {part ? <Drawn html={part.html} css={part.css} /> : isAnswered && <p className="quiet">{words.noPages}</p>}
    </section>
  );
}

interface DrawnProps {
  readonly html: string;
  readonly css: string;
}

/**
 * The policy of the desk is that of the frame, so it runs no script and loads nothing of other hosts. The style of the site is adopted, because
 * that policy forbids style elements.
 */
function Drawn({ html, css }: DrawnProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    const box = element?.parentElement;
    if (!element || !box) return undefined;
    const fit = () => element.style.setProperty('zoom', String(box.clientWidth / drawnWidth));
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const onLoad = () => {
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!inside) return;
    const sheet = new inside.CSSStyleSheet();
    sheet.replaceSync(css);
    inside.document.adoptedStyleSheets = [sheet];
    frame.current?.style.setProperty('height', `${inside.document.documentElement.scrollHeight}px`);
  };
  return <iframe ref={frame} title={words.preview} sandbox="allow-same-origin" srcDoc={html} onLoad={onLoad} inert />;
}
