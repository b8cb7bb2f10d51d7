import { encode } from 'uqr'

/** Modules of white around the code, as the standard asks. */
const BORDER = 4

interface QrCodeProps {
  text: string
  /** The accessible name. */
  label: string
  /** Its side in pixels. */
  size: number
}

/** A text as a QR code, black on white in the dark too. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const { data, size: modules } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.map((black, x) => (black ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${modules} ${modules}`} width={size} height={size} role="img" aria-label={label}>
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
