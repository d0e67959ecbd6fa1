import {
  fillText,
  type Layout,
  type LayoutElement,
  PAGE_MM,
  PICTURE_KINDS,
  type Placeholder,
} from '#src/contract/rules/certificate-layout.ts';
import { MM_PER_POINT, nearWidth, placeText } from '#src/contract/rules/place-text.ts';
import { qrPath } from '#src/lib/qr-path.ts';

type Shown = {
  lang: 'zh' | 'en';
  /** Null: placeholders are shown themselves. */
  values: Record<Placeholder, string> | null;
  /** Addresses by id. */
  pictures: ReadonlyMap<string, string>;
  verifyUrl: string;
};
type Props = Shown & {
  layout: Layout;
  label: string;
  /** Across the page, so that a copy cannot pass for a valid certificate; null: nothing. */
  stamp: string | null;
  className?: string;
};

/** A certificate that is made of a template, as a drawing in millimetres. Its fonts are those of the browser, so only the PDF is exact. */
export function SheetDrawing({ layout, label, stamp, className, ...shown }: Props) {
  const { width, height } = PAGE_MM[layout.orientation];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} lang={shown.lang} className={className}>
      <SheetBackground layout={layout} pictures={shown.pictures} />
      {layout.elements.map((element) => (
        <ElementDrawing key={element.id} element={element} {...shown} />
      ))}
      {stamp && (
        <g transform={`translate(${width / 2} ${height / 2}) rotate(-24)`} opacity="0.75" textAnchor="middle">
          <text y={width * 0.035} fontSize={width * 0.1} fontWeight="700" fill="#b3261e">
            {stamp}
          </text>
        </g>
      )}
    </svg>
  );
}

/** The paper of a certificate, white in both themes, or its picture. */
export function SheetBackground({ layout, pictures }: { layout: Layout; pictures: ReadonlyMap<string, string> }) {
  const page = PAGE_MM[layout.orientation];
  const picture = layout.backgroundFileId && pictures.get(layout.backgroundFileId);
  return (
    <>
      <rect {...page} fill="#fffdf8" />
      {picture && <image href={picture} {...page} preserveAspectRatio="xMidYMid slice" />}
    </>
  );
}

/** Points of the star of the drawn seal, in a square of 11.5. */
const STAR = Array.from({ length: 10 }, (_, n) => {
  const angle = (Math.PI * n) / 5 - Math.PI / 2 - 0.14;
  const radius = n % 2 === 0 ? 2.05 : 0.85;
  return `${(radius * Math.cos(angle)).toFixed(3)},${(radius * Math.sin(angle)).toFixed(3)}`;
}).join(' ');

/** One element of a certificate. */
export function ElementDrawing({ element, lang, values, pictures, verifyUrl }: Shown & { element: LayoutElement }) {
  const { kind, x, y, width, height, color, thickness, fileId } = element;
  const picture = fileId && pictures.get(fileId);
  if (kind === 'text') {
    const text = values ? fillText(element[lang], values) : element[lang];
    return <TextDrawing element={element} text={text} />;
  }
  if (PICTURE_KINDS.includes(kind) && picture) return <image href={picture} {...{ x, y, width, height }} />;
  if (kind === 'seal') {
    const unit = Math.min(width, height) / 11.5;
    return (
      <g transform={`translate(${x + width / 2} ${y + height / 2}) scale(${unit})`} fill="none" stroke={color}>
        <circle r="5.5" strokeWidth="0.48" />
        <circle r="4.8" strokeWidth="0.12" />
        <polygon points={STAR} fill={color} stroke="none" />
      </g>
    );
  }
  if (kind === 'qr') {
    const { path, size } = qrPath(verifyUrl, 0);
    const side = Math.min(width, height);
    const corner = `translate(${x + (width - side) / 2} ${y + (height - side) / 2}) scale(${side / size})`;
    return <path d={path} transform={corner} fill={color} shapeRendering="crispEdges" />;
  }
  const stroke = { stroke: color, strokeWidth: thickness };
  if (kind === 'line') return <line x1={x} x2={x + width} y1={y + height / 2} y2={y + height / 2} {...stroke} />;
  if (kind === 'frame') return <rect {...{ x, y, width, height }} {...stroke} fill="none" />;
  return <rect {...{ x, y, width, height }} fill="none" stroke="#8a8172" strokeWidth="0.3" strokeDasharray="2 1.5" />;
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

function TextDrawing({ element, text }: { element: LayoutElement; text: string }) {
  const { align, bold, color, width } = element;
  return (
    <g fill={color} fontWeight={bold ? 700 : 400} textAnchor={ANCHORS[align]}>
      {placeText(element, text, nearWidth).map((line, n) => (
        <text
          key={n}
          x={align === 'left' ? line.x : align === 'right' ? line.x + line.width : line.x + line.width / 2}
          y={line.baseline}
          fontSize={line.size * MM_PER_POINT}
          // So that it does not leave its box where letters of the browser are wider.
          {...(line.width > width * 0.95 && {
            textLength: Math.min(line.width, width),
            lengthAdjust: 'spacingAndGlyphs',
          })}
        >
          {line.text}
        </text>
      ))}
    </g>
  );
}
