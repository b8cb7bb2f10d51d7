import '@fontsource/ibm-plex-sans/400.css'
import '@fontsource/ibm-plex-sans/500.css'
import '@fontsource/ibm-plex-sans/600.css'

/** The lists of Japanese and Korean slices are long, and each slice is only fetched for a name that needs it. */
const eastern = () => import('./fonts_east.ts')
if ('requestIdleCallback' in window) window.requestIdleCallback(eastern)
else setTimeout(eastern)
