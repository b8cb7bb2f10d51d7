process.argv.push('--demonstration')
await import('./serve.mjs')
