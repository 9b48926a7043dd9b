import { endWithLaunchers } from './launcher.mjs'

// Vite does not end when its parent process is killed.
endWithLaunchers(() => process.exit())
await import(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
