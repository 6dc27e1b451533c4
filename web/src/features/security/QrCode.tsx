import { create } from 'qrcode'

/** White margin in modules. Cameras need it to find the code, especially on a dark page. */
const QUIET = 4

/** A QR code, black on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const squares: string[] = []
  data.forEach((dark, index) => {
    if (dark) squares.push(`M${index % size} ${Math.floor(index / size)}h1v1h-1z`)
  })
  const side = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-6 bg-white ring-1 ring-line"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
