#!/usr/bin/env node
import { become, isCheckout, nodeFlags, programs } from './environment.mjs'

const words = process.argv.slice(2)
// `plaudit start` does the same as `npm start`, which also builds the pages.
if (words.length === 1 && words[0] === 'start') await import('./start.mjs')
else {
	if (isCheckout) (await import('./dependencies.mjs')).ensureDependencies()
	// As for the server: archives leave much garbage, which a larger young generation would keep.
	become([...nodeFlags, '--max-semi-space-size=8', programs.plaudit, ...words])
}
