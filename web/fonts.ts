import '@fontsource/ibm-plex-sans/400.css'
import '@fontsource/ibm-plex-sans/500.css'
import '@fontsource/ibm-plex-sans/600.css'
import { whenIdle } from './lib/idle.ts'

/** After the first screen, in ms. */
const LATER = 1500

/** The lists of Japanese and Korean slices are long, and each slice is only fetched for a name that needs it. */
setTimeout(() => whenIdle(() => void import('./fonts_east.ts')), LATER)
