#!/usr/bin/env node
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags } from './environment.mjs'

const words = process.argv.slice(2)
// The same as `npm start`, which also builds the pages.
if (words.length === 1 && words[0] === 'start') await import('./start.mjs')
else {
	ensureDependencies()
	become([...nodeFlags, 'src/cli/main.ts', ...words])
}
