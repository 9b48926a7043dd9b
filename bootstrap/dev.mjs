import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { environment, nodeFlags, pinnedNode, root } from './environment.mjs'

ensureDependencies()
ensureBuilt()
const port = process.env.PORT ?? '3000'
const options = { cwd: root, stdio: 'inherit' }
const server = spawn(
	pinnedNode(),
	[
		'--watch-path=src/server',
		'--watch-path=src/shared',
		'--watch-preserve-output',
		...nodeFlags,
		'src/server/main.ts',
	],
	{ ...options, env: environment({ PORT: port }) },
)
const vite = spawn('vite', ['--config', 'vite.config.ts'], {
	...options,
	env: environment({ PLAUDIT_API: `http://localhost:${port}` }),
})
const stop = () => {
	server.kill('SIGTERM')
	vite.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => {
	vite.kill('SIGTERM')
	process.exitCode = code ?? 0
})
