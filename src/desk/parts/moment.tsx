import { language } from '../words/words.ts';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** When something happened: how long ago, and the whole time for those who point at it. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const [unit, size] = units.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1];
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
  return (
    <time dateTime={at} title={date.toLocaleString(language)}>
      {text}
    </time>
  );
}
