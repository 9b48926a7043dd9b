import { spawn } from 'node:child_process'

const engine = new URL('../../../src/platform/pg/engine/embedded.ts', import.meta.url).href

/** Spawns a process that starts the embedded PostgreSQL on a directory, reports the result, and stays alive. */
export function spawnEmbedded(folder: string) {
	const code = `
		import { startEmbedded } from ${JSON.stringify(engine)}
		try { const { adopted } = await startEmbedded(${JSON.stringify(folder)}, 4); console.log('started', adopted); setInterval(() => {}, 1000) }
		catch (error) { console.log(error.message) }`
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code])
	const said = new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())))
	const ended = new Promise((resolve) => child.once('exit', resolve))
	return { said, kill: () => child.kill('SIGKILL') && ended }
}
