import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { environment, nodeFlags, pinnedNode, root } from './environment.mjs'
import { followed, launchers, whenOneEnds } from './launcher.mjs'

ensureDependencies()
ensureBuilt()
const port = process.env.PORT ?? '3000'
const npm = launchers()
const following = followed([process.pid, ...npm])
const run = (args, extra) =>
	spawn(pinnedNode(), args, {
		cwd: root,
		stdio: 'inherit',
		env: environment({ ...extra, ...following }),
	})

let isStopping = false
let isStale = false
let server
// Node's own --watch is not used: its parent process would outlive this one.
const serve = () => {
	isStale = false
	server = run([...nodeFlags, 'src/server/main.ts'], { PORT: port })
	server.on('exit', (code) => {
		server = undefined
		if (isStopping) process.exitCode = code ?? 1
		else if (isStale) serve()
		else console.error('The server ended. It is started again when a file changes.')
	})
}
let settling
const reload = () => {
	clearTimeout(settling)
	settling = setTimeout(() => {
		if (isStopping) return
		isStale = true
		if (server) server.kill('SIGTERM')
		else serve()
	}, 100)
}
const watchers = ['src/server', 'src/platform', 'src/product', 'src/shared'].map((folder) =>
	watch(join(root, folder), { recursive: true }, reload),
)
serve()
const vite = run(['bootstrap/vite.mjs', '--config', 'vite.config.ts'], {
	PLAUDIT_API: `http://localhost:${port}`,
})

const stop = () => {
	isStopping = true
	clearTimeout(settling)
	for (const watcher of watchers) watcher.close()
	server?.kill('SIGTERM')
	vite.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
const unfollow = whenOneEnds(npm, stop)
vite.on('exit', (code) => {
	unfollow()
	if (isStopping) return
	process.exitCode = code ?? 1
	stop()
})
