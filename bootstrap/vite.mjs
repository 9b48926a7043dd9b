import { endWithLaunchers } from './launcher.mjs'

// Vite itself notices nothing when the process is killed that started it.
endWithLaunchers(() => process.exit())
await import(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
