/** Whether the window opens at the sign-in screen, which needs neither the frames nor the routes of the others. */
export const isGate = window.location.pathname === '/login'

// Imported first: what all screens but signing in share is downloaded while the libraries are evaluated.
if (!isGate) for (const part of [import('./shell/frames.tsx'), import('./routes.ts')]) part.catch(() => {})
