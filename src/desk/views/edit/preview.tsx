import { Rendered, type EditedPageFragment } from '../../__generated__/edit.ts';
import { useWhenPaused } from '../../client/paused.ts';
import { Failure } from '../../parts/failure.tsx';
import { Rich } from '../../parts/rich.tsx';
import { words } from '../../words/words.ts';

interface PreviewProps {
  readonly spaceId: string;
  readonly requestId: string;
  readonly page: EditedPageFragment;
  readonly markdown: string;
}

/** The text as the server renders it. */
export function Preview({ spaceId, requestId, page: { pageId }, markdown }: PreviewProps) {
  const { part, refusal } = useWhenPaused({
    query: Rendered,
    variables: { spaceId, id: requestId, pageId, markdown },
    of: (data) => data.space?.changeRequest?.content.page?.rendered,
  });
  return (
    <section className="preview" aria-label={words.preview}>
      <Failure>{refusal}</Failure>
      <Rich html={part} />
    </section>
  );
}
