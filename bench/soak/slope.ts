export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The slope of the straight line that lies closest to the points, by least squares; 0 for fewer than two. */
export function slopeOf(points: readonly Point[]): number {
  const meanOf = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [meanOf(({ x }) => x), meanOf(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
