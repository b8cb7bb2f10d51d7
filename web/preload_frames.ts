// Imported first: what all screens but signing in share is downloaded while the libraries are evaluated.
if (window.location.pathname !== '/login') import('./shell/frames.tsx').catch(() => {})

export {}
