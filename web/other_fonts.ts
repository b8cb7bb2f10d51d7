import japanese400 from '@fontsource/ibm-plex-sans-jp/400.css?url'
import japanese600 from '@fontsource/ibm-plex-sans-jp/600.css?url'
import korean400 from '@fontsource/ibm-plex-sans-kr/400.css?url'
import korean600 from '@fontsource/ibm-plex-sans-kr/600.css?url'
import otherScripts from './fonts_other_scripts.css?url'
import { runWhenIdle } from './lib/screen/when_idle.ts'

/** 300 kB of font faces, so after the first screen; a face's file is fetched only for a name that needs it. */
export const loadOtherFonts = () =>
  runWhenIdle(() => {
    for (const href of [otherScripts, japanese400, japanese600, korean400, korean600])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
  })
