import './node_version.mjs'

import('./prepare.mjs').then(({ prepare }) => prepare({ tools: true }))
