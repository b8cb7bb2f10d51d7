import type { UserFrame } from './signed_in_frame.tsx'
import type { VisitorFrame } from './visitor_frame.tsx'

/** What is around a screen: of who is signed in, and of a visitor. */
interface Frames {
  UserFrame: typeof UserFrame
  VisitorFrame: typeof VisitorFrame
}

let brought: Frames | null = null

/** Brings the frames with their menus and the search; signing in stands without, and waits for none of it. */
export async function bringFrames() {
  if (brought) return
  const [{ UserFrame }, { VisitorFrame }] = await Promise.all([
    import('./signed_in_frame.tsx'),
    import('./visitor_frame.tsx'),
  ])
  brought = { UserFrame, VisitorFrame }
}

/** They, once they are there. */
export const frames = () => brought
