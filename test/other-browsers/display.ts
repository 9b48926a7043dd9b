import { spawn } from 'node:child_process'

/** An X server that shows nothing, on a number of its own choice. */
export async function startDisplay(): Promise<{ name: string; stop(): void }> {
	const server = spawn(
		'Xvfb',
		['-displayfd', '3', '-screen', '0', '1400x6000x24', '-nolisten', 'tcp'],
		{
			stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
		},
	)
	const number = await new Promise<string>((resolve, reject) => {
		server.on('error', reject)
		server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
		server.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()))
	})
	return { name: `:${number}`, stop: () => server.kill() }
}
