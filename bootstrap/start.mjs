import { become, isCheckout, nodeFlags, programs } from './environment.mjs'

let program = programs.server
if (isCheckout) {
	const { ensureDependencies } = await import('./dependencies.mjs')
	ensureDependencies()
	const { ensureBuilt } = await import('./build.mjs')
	const { ensureProgram } = await import('./program.mjs')
	ensureBuilt()
	program = `${ensureProgram()}/server.js`
}
// A smaller young generation saves 17 MiB of idle memory.
become([...nodeFlags, '--max-semi-space-size=8', program], { NODE_ENV: 'production' })
