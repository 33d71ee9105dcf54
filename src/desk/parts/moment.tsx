import { language } from '../words/words.ts';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The format of a language, which is dear to make: a list has one of these times in each row. */
let format: { readonly of: string; readonly ago: Intl.RelativeTimeFormat } | null = null;

/** When something happened: how long ago, and the whole time for those who point at it, who are few and wait for its dearer format. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const [unit, size] = units.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1];
  if (format?.of !== language)
    format = { of: language, ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }) };
  return (
    <time dateTime={at} onPointerEnter={({ currentTarget }) => (currentTarget.title = date.toLocaleString(language))}>
      {format.ago.format(Math.round(seconds / size), unit)}
    </time>
  );
}
