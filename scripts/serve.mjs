import './node_version.mjs'

import('./run.mjs').then(({ run }) => run('main'))
