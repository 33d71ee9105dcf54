interface Props {
  readonly isAllowed: boolean | undefined;
  readonly status: string;
  readonly conflicts: number;
  readonly isBusy: boolean;
  readonly onMerge: () => void;
}

/** Merges a change request, for those who may, while it can be merged. */
export function Merge({ isAllowed, status, conflicts, isBusy, onMerge }: Props) {
  if (!isAllowed || (status !== 'OPEN' && status !== 'DRAFT')) return null;
  return (
    <p>
      <button type="button" disabled={isBusy || conflicts > 0} onClick={onMerge}>
        Merge
      </button>
      {conflicts > 0 &&
        ` It has ${conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`}, which must be resolved first.`}
    </p>
  );
}
