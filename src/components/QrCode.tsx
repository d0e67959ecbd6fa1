import { useMemo } from 'react';
import { encode } from 'uqr';

type Props = { text: string; label: string; className?: string };

/** A QR code as one SVG path. Black on white in both themes, because scanners expect it. */
export function QrCode({ text, label, className = '' }: Props) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'L', border: 2 });
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: cells.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`bg-white text-black ${className}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
