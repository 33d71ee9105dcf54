import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { Rendered, type EditedPageFragment } from '../../__generated__/edit.ts';
import { reasonOf } from '../../client/read.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Rich } from '../../parts/rich.tsx';
import { words } from '../../words/words.ts';

/** How long somebody must have paused before their text is rendered, in milliseconds. */
const pauseMs = 350;

interface PreviewProps {
  readonly spaceId: string;
  readonly requestId: string;
  readonly page: EditedPageFragment;
  readonly markdown: string;
}

/** The text as the server renders it. */
export function Preview({ spaceId, requestId, page: { pageId }, markdown }: PreviewProps) {
  const client = useClient();
  const [shown, setShown] = useState<{ readonly html: string | null; readonly refusal: string | null }>({
    html: null,
    refusal: null,
  });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const variables = { spaceId, id: requestId, pageId, markdown };
      void client
        .query(Rendered, variables, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data, error }) => {
          const html = data?.space?.changeRequest?.content.page?.rendered ?? null;
          if (isCurrent) setShown((before) => ({ html: html ?? before.html, refusal: reasonOf(error) }));
        });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, spaceId, requestId, pageId, markdown]);
  return (
    <section className="preview" aria-label={words.preview}>
      <Failure>{shown.refusal}</Failure>
      <Rich html={shown.html} />
    </section>
  );
}
