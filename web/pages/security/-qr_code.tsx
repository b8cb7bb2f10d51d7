import { encode } from 'uqr'

/** Modules of white around the code, which readers need. */
const BORDER = 4
const SIZE = 208

/** A text as a QR code, black on white in the dark too. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const modules = data
    .flatMap((row, y) => row.map((black, x) => (black ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={SIZE} height={SIZE} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={modules} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
