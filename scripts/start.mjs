import './node_version.mjs'

process.argv.push('--demonstration')
import('./run.mjs').then(({ run }) => run('main'))
